import KymoCore
import Testing

/// The largest timestamp, which is also what a queue says when it is finished, and gaps as long as time.
@Suite("The edges of time") struct TimeEdgeTests {
  static let last = Int64.max

  @Test("A promise of the largest timestamp is no end: events at that time may follow")
  func promise() {
    let first = EventQueue(minimumCapacity: 8)
    let second = EventQueue(minimumCapacity: 8)
    var left = first.producer
    var right = second.producer
    var sequencer = Sequencer()
    sequencer.add(first.consumer)
    sequencer.add(second.consumer)
    left.advance(to: Self.last)
    right.advance(to: Self.last)
    #expect(SequencerTests.drain(&sequencer).end == .idle(until: Self.last - 1))
    #expect(left.push(.sample(at: Self.last - 2)) == .late)
    left.push(.sample(at: Self.last, sequence: 1))
    left.advance(to: Self.last)
    right.push(.sample(at: Self.last - 1, source: 2))
    right.advance(to: Self.last)
    var (seen, end) = SequencerTests.drain(&sequencer)
    // The right queue may still bring what goes before the left one's event.
    #expect(seen.map(\.timestamp) == [Self.last - 1] && end == .idle(until: Self.last - 1))
    right.push(.sample(at: Self.last, source: 2))
    right.push(.sample(at: Self.last, source: 2, sequence: 1))
    left.push(.sample(at: Self.last, sequence: 2))
    left.finish()
    right.finish()
    left.advance(to: 5)
    (seen, end) = SequencerTests.drain(&sequencer)
    #expect(seen.map(\.timestamp) == Array(repeating: Self.last, count: 4))
    #expect(seen.map(\.source.rawValue) == [1, 1, 2, 2] && end == .finished)
  }

  @Test("A pipeline delivers the last events of all, and comes to its end", arguments: [1, 4])
  func delivered(capacity: Int) throws {
    var entries: [EventListSource.Entry] = []
    for number in 0..<20 as Range<Int64> {
      let event = Event.sample(at: Self.last - (19 - number) / 4, sequence: UInt32(number % 4))
      entries.append(EventListSource.Entry(event: event))
    }
    var pipeline = try EventSourceTests.pipeline()
    let producer = pipeline.addLane(minimumCapacity: capacity)
    let thread = SourceThread(EventListSource(entries), into: producer)
    #expect(pipeline.run(now: { Self.last }) == .finished)
    _ = thread.join()
    pipeline.finish()
    let times = pipeline.takeSink().inputs.map(\.event.timestamp)
    #expect(times == entries.map(\.event.timestamp))
  }

  @Test("Live events behind the last stamped one have the last time, and are not held for ever")
  func live() throws {
    var pipeline = try EventSourceTests.pipeline()
    var stamped = pipeline.addLane(minimumCapacity: 8)
    var live = pipeline.addLiveLane(minimumCapacity: 8)
    stamped.push(.sample(at: Self.last))
    stamped.finish()
    while case .dispatched = pipeline.step() {}
    for number in 1...3 as ClosedRange<UInt64> { live.push(LiveFixture.event(20, number)) }
    live.finish()
    for _ in 0..<3 { #expect(pipeline.step() == .dispatched(1)) }
    #expect(pipeline.step() == .finished && pipeline.end == Self.last)
    pipeline.finish()
    let times = pipeline.takeSink().events.map(\.timestamp)
    #expect(times == Array(repeating: Self.last, count: 4))
  }

  @Test("What is raised at the last moment is dispatched there, and ends although it raises itself")
  func raised() throws {
    var map = CommandMap()
    let later = map.raise("later")
    for name in ["in", "later"] {
      map.view(name) { (exchange) throws(HandlerError) in
        try exchange.raise(later, at: Self.last)
        return .proceed
      }
    }
    var dispatcher = Dispatcher(table: try CommandTable(map), sink: OutcomeList())
    for time in [0, Self.last - 1, Self.last] {
      // `later` is 1, as it was named first.
      dispatcher.dispatch([Event.sample(at: time, command: 2)].span, arena: .empty)
    }
    dispatcher.advance(to: Self.last)
    #expect(dispatcher.sink.events.map(\.timestamp) == [0, Self.last - 1, Self.last])
    dispatcher.finish()
    let ends = dispatcher.sink.events.dropFirst(3).map(\.timestamp)
    #expect(ends == [Self.last, Self.last, Self.last])
    #expect(dispatcher.sink.outcomes.map(\.status).suffix(3) == [.failed, .failed, .failed])
  }

  @Test("Behind the last moment a sink can raise nothing")
  func sinks() throws {
    var map = CommandMap()
    map.view("in", Handler())
    let sink = SinkRaiserTests.PageSink { event, _, raiser in
      try raiser.raise(SinkRaiserTests.call, at: 0, source: SinkRaiserTests.page)
    }
    var dispatcher = Dispatcher(table: try CommandTable(map), sink: sink)
    dispatcher.dispatch([Event.sample(at: Self.last)].span, arena: .empty)
    dispatcher.finish()
    #expect(dispatcher.sink.events.map(\.timestamp) == [Self.last])
    #expect(dispatcher.sink.lines.last == "\(HandlerError.unavailable)")
  }

  @Test("A thread whose clock is virtual crosses any gap in one step of its source")
  func gap() throws {
    /// Counts how often it is asked until the last moment has come.
    struct Sleeper: EventSource {
      let clock: VirtualClock
      var steps = 0

      mutating func produce(into producer: inout EventQueue.Producer) -> SourceProgress {
        steps += 1
        if clock.now < TimeEdgeTests.last { return .waiting(until: TimeEdgeTests.last) }
        return .finished
      }
    }
    let clock = VirtualClock()
    var pipeline = try EventSourceTests.pipeline()
    let producer = pipeline.addLane(minimumCapacity: 2)
    let thread = SourceThread(Sleeper(clock: clock), into: producer, clock: clock)
    pipeline.run()
    #expect(thread.join().source.steps == 2)
  }

  @Test("A wait in stretches ends with its stretch, or with the deadline, also at the end of time")
  func stretches() {
    let virtual = VirtualClock()
    virtual.wait(until: Self.last - 1, atMost: 5)
    #expect(virtual.now == Self.last - 1)
    let manual = ManualClock(startingAt: 10)
    manual.wait(until: Self.last, atMost: 0)
    let late = ManualClock(startingAt: Self.last - 1)
    late.wait(until: Self.last - 1, atMost: 100)
    let machine = MonotonicClock()
    let start = machine.now
    machine.wait(until: Self.last, atMost: 2_000_000)
    #expect(machine.now - start >= 2_000_000)
  }
}
