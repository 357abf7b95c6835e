import KymoCore
import KymoTestSupport
import Testing

/// Sources, driven by a thread or step by step.
@Suite("Event sources") struct EventSourceTests {
  /// A source that waits 10 ns before each of five events, and fails after `failsAfter` of them.
  struct Ticker: EventSource {
    let clock: VirtualClock
    var failsAfter = Int.max
    var count = 0

    mutating func produce(
      into producer: inout EventQueue.Producer
    ) throws(Stop) -> SourceProgress {
      if count == failsAfter { throw Stop() }
      if count == 5 { return .finished }
      let due = Int64(count + 1) * 10
      if clock.now < due { return .waiting(until: due) }
      producer.push(.sample(at: due, sequence: UInt32(count)))
      count += 1
      return .pushed
    }
  }

  static func pipeline() throws -> Pipeline<LiveFixture.Log> {
    Pipeline(table: try LiveFixture.table(), sink: LiveFixture.Log())
  }

  @Test("A source that waits is played on virtual time, with every event at its time")
  func virtual() throws {
    var pipeline = try Self.pipeline()
    var producer = pipeline.addLane(minimumCapacity: 2)
    let clock = VirtualClock()
    var source = Ticker(clock: clock)
    #expect(try pipeline.play(&source, into: &producer, clock: clock) == .finished)
    #expect(clock.now == 50)
    #expect(pipeline.takeSink().inputs.map(\.event.timestamp) == [10, 20, 30, 40, 50])
  }

  @Test("What was pushed before a failure or a stop is dispatched")
  func endings() throws {
    var pipeline = try Self.pipeline()
    var producer = pipeline.addLane(minimumCapacity: 2)
    let clock = VirtualClock()
    var source = Ticker(clock: clock, failsAfter: 3)
    #expect(throws: Stop()) { try pipeline.play(&source, into: &producer, clock: clock) }
    #expect(pipeline.step() == .finished && pipeline.dispatchedCount == 3)

    var other = try Self.pipeline()
    producer = other.addLane(minimumCapacity: 2)
    source = Ticker(clock: clock)
    var asked = 0
    let end = try other.play(&source, into: &producer, clock: clock) {
      asked += 1
      return asked == 2
    }
    #expect(end == .stopped && other.dispatchedCount == 2)
  }

  @Test("A list with messages passes a lane that is smaller than any run of it")
  func list() throws {
    var entries: [EventListSource.Entry] = []
    for number in 0..<1000 as Range<UInt32> {
      var entry = EventListSource.Entry(event: .sample(at: Int64(number), sequence: number))
      if number % 3 == 0 {
        entry.event.kind = .message
        entry.message = Array("i\(number)".utf8)
      }
      entries.append(entry)
    }
    var pipeline = try Self.pipeline()
    var producer = pipeline.addLane(minimumCapacity: 4, arenaBytes: 64)
    var source = EventListSource(entries)
    pipeline.play(&source, into: &producer)
    let log = pipeline.takeSink()
    #expect(log.inputs.map(\.event.sequence) == Array(0..<1000))
    #expect(log.inputs.map(\.message) == entries.map(\.message))
  }

  @Test("Iterators make sources")
  func iterator() throws {
    var pipeline = try Self.pipeline()
    var producer = pipeline.addLane(minimumCapacity: 4)
    var source = IteratorSource(
      (0..<100 as Range<Int64>).lazy.map { Event.sample(at: $0, sequence: UInt32($0)) }
        .makeIterator()
    )
    pipeline.play(&source, into: &producer)
    #expect(pipeline.takeSink().inputs.count == 100)
  }

  @Test("A thread drives a source, and gives it back with its error", .timeLimit(.minutes(15)))
  func thread() throws {
    for failsAfter in [4, Int.max] {
      var pipeline = try Self.pipeline()
      let clock = VirtualClock()
      let thread = SourceThread(
        Ticker(clock: clock, failsAfter: failsAfter),
        into: pipeline.addLane(minimumCapacity: 2),
        clock: clock
      )
      #expect(pipeline.run() == .finished)
      let end = thread.join()
      let (count, failure) = (end.source.count, end.failure)
      #expect(count == min(5, failsAfter) && (failure != nil) == (failsAfter == 4))
      #expect(pipeline.dispatchedCount >= UInt64(count))
    }
  }

  @Test(
    "A thread that is asked to stop ends, though its source waits for ever",
    .timeLimit(.minutes(15))
  )
  func stop() throws {
    struct Sleeper: EventSource {
      mutating func produce(into producer: inout EventQueue.Producer) -> SourceProgress {
        .waiting(until: .max)
      }
    }
    var pipeline = try Self.pipeline()
    let thread = SourceThread(Sleeper(), into: pipeline.addLane(minimumCapacity: 2))
    #expect(pipeline.step() == .idle(until: .min))
    thread.stop()
    #expect(pipeline.run() == .finished)
    _ = thread.join()
  }

  @Test("A run that is stopped leaves the rest to be thrown away, and counts it")
  func abandon() throws {
    var pipeline = try Self.pipeline()
    var stamped = pipeline.addLane(minimumCapacity: 16)
    var live = pipeline.addLiveLane(minimumCapacity: 16)
    for number in 0..<6 as Range<UInt32> { stamped.push(.sample(at: 5, sequence: number)) }
    for number in 0..<3 as Range<UInt64> { live.push(LiveFixture.event(20, number)) }
    #expect(pipeline.run(upTo: 2, now: { 7 }, shouldStop: { true }) == .stopped)
    let dispatched = Int(pipeline.dispatchedCount)
    stamped.finish()
    live.finish()
    #expect(dispatched == 2 && pipeline.abandon() == 7)
  }
}
