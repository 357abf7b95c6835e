import KymoCore

/// A batch handler that notes when the one within it begins and ends.
final class TimedBatchHandler: BatchHandler {
  private let handler: BatchHandler
  private let index: Int
  private let watch: StageWatch

  init(_ handler: BatchHandler, _ index: Int, _ watch: StageWatch) {
    self.handler = handler
    self.index = index
    self.watch = watch
  }

  override func handle(_ batch: inout BatchExchange) throws(HandlerError) {
    let (command, count) = (batch[0].command, batch.count)
    let log = watch.log
    log.enter()
    defer { log.leaveBatch(of: count, command, index) }
    try handler.handle(&batch)
  }
}
