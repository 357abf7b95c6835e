import KymoCore
import KymoTestSupport

/// A queue's producer with the events that it has yet to push.
final class Lane {
  var producer: EventQueue.Producer
  var events: [Event] = []
  var position = 0
  var isFinished = false

  init(_ producer: consuming EventQueue.Producer) { self.producer = producer }

  var isDone: Bool { position == events.count }

  /// Whether the end was reached, and nothing came too late.
  var isAccepted: Bool { isFinished && producer.lateCount == 0 }

  /// Pushes, promises or finishes, as `random` has it, without ever waiting for room.
  func act(_ random: inout SeededRandom) {
    if isDone {
      if !isFinished, random.once(in: 3) {
        producer.finish()
        isFinished = true
      }
      return
    }
    switch random.below(4) {
    case 0:  // A promise: up to the next event, which may come at that very time.
      let next = events[position].timestamp
      producer.advance(to: random.once(in: 2) ? next : next - Int64(random.below(5)))
    case 1:
      var left = events[position...].prefix(1 + random.below(6))
      position += producer.claim(upTo: left.count) { output in
        while !output.isFull, let event = left.popFirst() { output.append(event) }
      }
    default:
      for _ in 0...random.below(4) where !isDone && producer.freeCount() > 0 {
        producer.push(events[position])
        position += 1
      }
    }
  }
}
