import KymoCore
import Testing

/// Messages of any length on their way through a queue.
@Suite("Payload arena") struct PayloadArenaTests {
  /// The messages that a poll hands on, copied.
  func drain(_ sequencer: inout Sequencer) -> [[UInt8]?] {
    var messages: [[UInt8]?] = []
    while true {
      let progress = sequencer.poll { events, arena in
        for index in events.indices {
          messages.append(arena.withMessage(events[index].payload.reference, UnsafeBytes.copy))
        }
      }
      guard case .dispatched = progress else { return messages }
    }
  }

  @Test("A message arrives as it was pushed, marked as one")
  func roundTrip() {
    let queue = EventQueue(minimumCapacity: 4, arenaBytes: 64)
    var producer = queue.producer
    var sequencer = Sequencer()
    sequencer.add(queue.consumer)
    let bytes: [UInt8] = [1, 2, 3, 250]
    let result = producer.push(.sample(at: 1), bytes: bytes)
    #expect(result == .pushed)
    producer.finish()
    var seen: [[UInt8]?] = []
    let progress = sequencer.poll { events, arena in
      #expect(events[0].kind == .message)
      #expect(events[0].payload.reference.length == 4)
      seen.append(arena.withMessage(events[0].payload.reference, UnsafeBytes.copy))
    }
    #expect(progress == .dispatched(1))
    #expect(seen == [bytes])
  }

  @Test("A message that would not fit in a row is moved to the start of the memory")
  func wrapSkipping() {
    let queue = EventQueue(minimumCapacity: 8, arenaBytes: 64)
    var producer = queue.producer
    var sequencer = Sequencer()
    sequencer.add(queue.consumer)
    var offsets: [UInt64] = []
    var seen: [[UInt8]?] = []
    let messages = [20, 20, 20, 30, 32, 1, 0, 32].enumerated().map { index, length in
      [UInt8](repeating: UInt8(index), count: length)
    }
    for (index, message) in messages.enumerated() {
      let result = producer.push(.sample(at: Int64(index)), bytes: message)
      #expect(result == .pushed)
      producer.advance(to: Int64(index) + 1)
      let progress = sequencer.poll { events, arena in
        offsets.append(events[0].payload.reference.offset)
        seen.append(arena.withMessage(events[0].payload.reference, UnsafeBytes.copy))
      }
      #expect(progress == .dispatched(1))
    }
    #expect(seen == messages)
    #expect(offsets == [0, 20, 40, 64, 94, 126, 127, 128])
  }

  @Test("A message longer than half the arena is dropped and counted", arguments: [0, 1, 64, 100])
  func tooLong(_ arenaBytes: Int) {
    let half = arenaBytes == 0 ? 0 : arenaBytes <= 64 ? 32 : 64
    let queue = EventQueue(minimumCapacity: 4, arenaBytes: arenaBytes)
    var producer = queue.producer
    let longest = [UInt8](repeating: 7, count: half)
    let tooLong = [UInt8](repeating: 7, count: half + 1)
    #expect(producer.push(.sample(at: 1), bytes: tooLong) == .dropped)
    #expect(producer.statistics.isLoss(newest: 1))
    #expect(producer.push(.sample(at: 1), bytes: longest) == .pushed)
    #expect(producer.statistics.isLoss(newest: 1))
  }

  @Test("Without waiting, a message for which there is no room is dropped and counted")
  func noRoom() {
    let queue = EventQueue(minimumCapacity: 8, arenaBytes: 64, whenFull: .dropNewest)
    var producer = queue.producer
    var sequencer = Sequencer()
    sequencer.add(queue.consumer)
    let message = [UInt8](repeating: 9, count: 32)
    #expect(producer.push(.sample(at: 1), bytes: message) == .pushed)
    #expect(producer.push(.sample(at: 2), bytes: message) == .pushed)
    #expect(producer.push(.sample(at: 3), bytes: [1]) == .dropped)
    #expect(producer.statistics.isLoss(newest: 1))
    producer.advance(to: 10)
    #expect(drain(&sequencer) == [message, message])
    #expect(producer.push(.sample(at: 10), bytes: message) == .pushed)
  }

  @Test("Messages whose events were dropped from the ring do not fill the arena for ever")
  func droppedEventsFreeTheirBytes() {
    let queue = EventQueue(minimumCapacity: 2, arenaBytes: 64, whenFull: .dropOldest)
    var producer = queue.producer
    let message = [UInt8](repeating: 9, count: 32)
    #expect(producer.push(.sample(at: 1), bytes: message) == .pushed)
    #expect(producer.push(.sample(at: 2), bytes: message) == .pushed)
    // Both go to make room for events without a message.
    #expect(producer.push(.sample(at: 3)) == .replacedOldest)
    #expect(producer.push(.sample(at: 4)) == .replacedOldest)
    #expect(producer.push(.sample(at: 5), bytes: message) == .replacedOldest)
    var sequencer = Sequencer()
    sequencer.add(queue.consumer)
    producer.finish()
    #expect(drain(&sequencer).last == message)
  }

  @Test("A reference to bytes that cannot be is refused")
  func bogusReferences() {
    let queue = EventQueue(minimumCapacity: 4, arenaBytes: 64)
    var producer = queue.producer
    var sequencer = Sequencer()
    sequencer.add(queue.consumer)
    producer.push(.sample(at: 1), bytes: [1, 2, 3])
    producer.finish()
    let progress = sequencer.poll { _, arena in
      func isReadable(_ offset: UInt64, _ length: UInt32) -> Bool {
        arena.withMessage(PayloadReference(offset: offset, length: length)) { _ in true } ?? false
      }
      #expect(isReadable(0, 3))
      #expect(isReadable(32, 32))
      #expect(!isReadable(0, 33))  // Longer than any message.
      #expect(!isReadable(0, .max))
      #expect(!isReadable(63, 2))  // Beyond the end of the memory.
      #expect(!isReadable(33, 32))
      #expect(!isReadable(.max, 2))
      #expect(!isReadable(.max - 30, 32))
    }
    #expect(progress == .dispatched(1))
    let none = PayloadReference(offset: 0, length: 0)
    #expect(PayloadArena.empty.withMessage(none) { _ in true } == nil)
  }

  @Test(
    "Messages of random lengths cross threads whole",
    arguments: [(64, 4, 5_000), (256, 8, 10_000), (4096, 64, 30_000)] as [(Int, Int, UInt32)]
  )
  func twoThreads(_ arenaBytes: Int, _ capacity: Int, _ count: UInt32) {
    let queue = EventQueue(minimumCapacity: capacity, arenaBytes: arenaBytes)
    let handOver = HandOver(queue.producer)
    let writer = JoiningThread {
      var producer = handOver.take()
      for number in 0..<count {
        let message = NumberedMessage(number: number, longest: arenaBytes / 2)
        let event = Event.sample(at: Int64(number), sequence: number)
        if number % 5 == 0 {
          producer.push(event)
        } else {
          producer.push(event, bytes: message.bytes)
        }
        producer.advance(to: Int64(number) + 1)
      }
      producer.finish()
    }
    var sequencer = Sequencer()
    sequencer.add(queue.consumer)
    var next: UInt32 = 0
    var wrong = 0
    var waiter = Waiter(.spinThenYield)
    polling: while true {
      let progress = sequencer.poll { events, arena in
        for index in events.indices {
          let event = events[index]
          if event.sequence != next { wrong += 1 }
          next += 1
          if event.sequence % 5 == 0 {
            if event.kind != .acceleration { wrong += 1 }
            continue
          }
          let message = NumberedMessage(number: event.sequence, longest: arenaBytes / 2)
          let isRight = arena.withMessage(event.payload.reference) { message.isEqual(to: $0) }
          if event.kind != .message || isRight != true { wrong += 1 }
        }
      }
      switch progress {
      case .dispatched: waiter.reset()
      case .idle: waiter.pause()
      case .finished: break polling
      }
    }
    writer.join()
    #expect(next == count)
    #expect(wrong == 0)
    let statistics = sequencer.statistics()
    #expect(statistics[0].droppedNewest + statistics[0].droppedOldest == 0)
  }
}
