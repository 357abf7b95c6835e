import KymoCore

/// A batch handler whose state goes from event to event; it keeps the lengths of its runs.
final class RunningTotal: BatchHandler {
  var total = 0.0
  var runs: [Int] = []
  /// How many events the runs had, as spans.
  var seen = 0
  var failsFrom: Int64 = .max

  override func handle(_ batch: inout BatchExchange) throws(HandlerError) {
    runs.append(batch.count)
    seen += batch.withEvents { events in events.count }
    for index in 0..<batch.count {
      let event = batch[index]
      if event.timestamp >= failsFrom { throw HandlerError(code: 777) }
      let x = event.payload.acceleration.x
      total += x
      if x < 10 {
        batch.reject(index)
      } else if x > 90 {
        batch.fail(index, .invalidValue)
      } else if x < 80 {
        batch.reply(index, Acceleration(x: total, y: x, z: 0))
      }
    }
  }
}
