import KymoCore
import Testing

/// When an event may be handed on, and when it must wait.
@Suite("Sequencer") struct SequencerTests {
  /// Polls until nothing can be handed on, and says what was and how it ended.
  static func drain(
    _ sequencer: inout Sequencer,
    upTo limit: Int = .max
  ) -> (events: [Event], end: Sequencer.Progress) {
    var seen: [Event] = []
    while true {
      let before = seen.count
      let progress = sequencer.poll(upTo: limit) { events, _ in
        for index in events.indices { seen.append(events[index]) }
      }
      guard case .dispatched(let count) = progress else { return (seen, progress) }
      #expect(count == seen.count - before && count >= 1 && count <= limit)
    }
  }

  @Test("Without queues it is finished")
  func noQueues() {
    var sequencer = Sequencer()
    #expect(sequencer.poll { _, _ in } == .finished)
  }

  @Test("A queue that is neither finished nor ahead stalls the others, until it speaks")
  func stallsAndResumes() {
    let first = EventQueue(minimumCapacity: 8)
    let second = EventQueue(minimumCapacity: 8)
    var fast = first.producer
    var slow = second.producer
    var sequencer = Sequencer()
    sequencer.add(first.consumer)
    sequencer.add(second.consumer)
    for time in [10, 20, 30] as [Int64] { fast.push(.sample(at: time, source: 1)) }
    var (seen, end) = Self.drain(&sequencer)
    #expect(seen.isEmpty && end == .idle(until: .min))
    // A promise of 20 lets 10 go, and not 20: the slow one may still bring 20 itself.
    slow.advance(to: 20)
    (seen, end) = Self.drain(&sequencer)
    #expect(seen.map(\.timestamp) == [10] && end == .idle(until: 20))
    slow.push(.sample(at: 20, source: 0))
    (seen, end) = Self.drain(&sequencer)
    #expect(seen.map(\.timestamp) == [20])
    #expect(seen.map(\.source.rawValue) == [0] && end == .idle(until: 20))
    slow.advance(to: 21)
    (seen, end) = Self.drain(&sequencer)
    #expect(seen.map(\.timestamp) == [20] && end == .idle(until: 21))
    slow.finish()
    (seen, end) = Self.drain(&sequencer)
    #expect(seen.map(\.timestamp) == [30] && end == .idle(until: .min))
    fast.finish()
    #expect(Self.drain(&sequencer).end == .finished)
  }

  @Test("An idle source that promises holds nobody up")
  func idleSource() {
    let first = EventQueue(minimumCapacity: 8)
    let second = EventQueue(minimumCapacity: 8)
    var busy = first.producer
    var idle = second.producer
    var sequencer = Sequencer()
    sequencer.add(first.consumer)
    sequencer.add(second.consumer)
    for time in 0..<100 as Range<Int64> {
      busy.push(.sample(at: time))
      idle.advance(to: time + 1)
      #expect(Self.drain(&sequencer).events.map(\.timestamp) == [time])
    }
  }

  @Test("Equal timestamps go by source, then by sequence across its wrap")
  func ties() {
    let first = EventQueue(minimumCapacity: 8)
    let second = EventQueue(minimumCapacity: 8)
    var high = first.producer
    var low = second.producer
    var sequencer = Sequencer()
    sequencer.add(first.consumer)
    sequencer.add(second.consumer)
    high.push(.sample(at: 5, source: 2, sequence: .max))
    high.push(.sample(at: 5, source: 2, sequence: 0))
    low.push(.sample(at: 5, source: 1, sequence: 7))
    low.push(.sample(at: 5, source: 1, sequence: 8))
    high.finish()
    low.finish()
    let (seen, end) = Self.drain(&sequencer)
    #expect(seen.map(\.source.rawValue) == [1, 1, 2, 2])
    #expect(seen.map(\.sequence) == [7, 8, .max, 0])
    #expect(end == .finished)
  }

  @Test("Sequences that alternate between two queues of one source stay in order")
  func sharedSource() {
    let first = EventQueue(minimumCapacity: 8)
    let second = EventQueue(minimumCapacity: 8)
    var odd = first.producer
    var even = second.producer
    var sequencer = Sequencer()
    sequencer.add(first.consumer)
    sequencer.add(second.consumer)
    for number in 0..<6 as Range<UInt32> {
      let event = Event.sample(at: 1, source: 3, sequence: number &- 3)
      if number % 2 == 0 { even.push(event) } else { odd.push(event) }
    }
    odd.finish()
    even.finish()
    #expect(Self.drain(&sequencer).events.map { $0.sequence &+ 3 } == Array(0..<6))
  }

  @Test("An event before one pushed or promised is refused and counted")
  func late() {
    let queue = EventQueue(minimumCapacity: 8, arenaBytes: 64)
    var producer = queue.producer
    var sequencer = Sequencer()
    sequencer.add(queue.consumer)
    #expect(producer.push(.sample(at: 10)) == .pushed)
    #expect(producer.push(.sample(at: 9)) == .late)
    #expect(producer.push(.sample(at: 10)) == .pushed)
    producer.advance(to: 20)
    #expect(producer.push(.sample(at: 19)) == .late)
    #expect(producer.push(.sample(at: 19), bytes: [1]) == .late)
    producer.advance(to: 5)  // No step back: the promise of 20 stands.
    #expect(producer.push(.sample(at: 19)) == .late)
    #expect(producer.push(.sample(at: 20)) == .pushed)
    producer.finish()
    #expect(producer.push(.sample(at: 1000)) == .late)
    #expect(producer.lateCount == 5)
    #expect(Self.drain(&sequencer).events.map(\.timestamp) == [10, 10, 20])
  }

  @Test("Events claimed out of order trap")
  func claimOutOfOrder() async {
    await #expect(processExitsWith: .failure) {
      var queue = EventQueue(minimumCapacity: 8)
      _ = queue.producer.claim(upTo: 2) { output in
        output.append(.sample(at: 2))
        output.append(.sample(at: 1))
      }
    }
  }

  @Test("A poll hands on no more than its limit, and at least one", arguments: [1, 2, 3, 100])
  func limit(_ limit: Int) {
    let queue = EventQueue(minimumCapacity: 16)
    var producer = queue.producer
    var sequencer = Sequencer()
    sequencer.add(queue.consumer)
    for time in 0..<10 as Range<Int64> { producer.push(.sample(at: time)) }
    producer.finish()
    let (seen, end) = Self.drain(&sequencer, upTo: limit)
    #expect(seen.map(\.timestamp) == Array(0..<10))
    #expect(end == .finished)
  }

  @Test("A limit below one traps")
  func badLimit() async {
    await #expect(processExitsWith: .failure) {
      var sequencer = Sequencer()
      _ = sequencer.poll(upTo: 0) { _, _ in }
    }
  }

  @Test("No more than 64 queues can be added")
  func tooManyQueues() async {
    await #expect(processExitsWith: .failure) {
      var sequencer = Sequencer()
      for _ in 0...Sequencer.maximumQueues {
        let queue = EventQueue(minimumCapacity: 1)
        sequencer.add(queue.consumer)
      }
    }
  }
}
