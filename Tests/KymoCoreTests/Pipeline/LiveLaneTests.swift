import KymoCore
import KymoTestSupport
import Testing

/// Lanes whose events get their time when they are taken.
@Suite("Live lanes") struct LiveLaneTests {
  typealias Log = LiveFixture.Log

  @Test("An event is stamped with the time, and strictly after what was dispatched before")
  func stamps() throws {
    var pipeline = Pipeline(table: try LiveFixture.table(), sink: Log())
    var live = pipeline.addLiveLane(minimumCapacity: 8)
    for number in 1...3 as ClosedRange<UInt64> { live.push(LiveFixture.event(20, number)) }
    #expect(pipeline.step(now: { 100 }) == .dispatched(3))
    // The clock stands still, and goes back: the stamps do neither.
    live.push(LiveFixture.event(20, 4))
    #expect(pipeline.step(now: { 100 }) == .dispatched(1))
    live.push(LiveFixture.event(20, 5))
    #expect(pipeline.step(now: { 50 }) == .dispatched(1))
    live.push(LiveFixture.event(20, 6))
    #expect(pipeline.step(now: { 1000 }) == .dispatched(1))
    live.finish()
    while case .dispatched = pipeline.step(now: { 1001 }) {}
    #expect(pipeline.step(now: { 1001 }) == .finished)
    pipeline.finish()
    let inputs = pipeline.takeSink().inputs.map(\.event)
    #expect(inputs.map(\.timestamp) == [100, 101, 102, 103, 104, 1000])
    #expect(inputs.map(\.sequence) == [0, 1, 2, 3, 4, 5])
    #expect(inputs.map(\.payload.word0) == [1, 2, 3, 4, 5, 6])
  }

  @Test("The clock is asked only where the time matters: for live events and for raised ones")
  func clock() throws {
    var pipeline = Pipeline(table: try LiveFixture.table(), sink: Log())
    var stamped = pipeline.addLane(minimumCapacity: 8)
    var asked = 0
    func now() -> Int64 {
      asked += 1
      return 100
    }
    stamped.push(.sample(at: 10, sequence: 1))
    stamped.advance(to: 20)
    #expect(pipeline.step(now: now) == .dispatched(1))
    #expect(pipeline.step(now: now) == .idle(until: 20))
    #expect(asked == 0)
    // Sequence 4 raises a timer 12 ns later.
    stamped.push(.sample(at: 20, sequence: 4))
    stamped.advance(to: 40)
    #expect(pipeline.step(now: now) == .dispatched(1))
    #expect(asked == 0)
    #expect(pipeline.step(now: now) == .dispatched(1))
    #expect(asked == 1)
    var live = pipeline.addLiveLane(minimumCapacity: 8)
    live.push(LiveFixture.event(20, 1))
    #expect(pipeline.step(now: now) == .dispatched(1))
    #expect(asked == 2)
  }

  @Test("Stamped events of earlier times go first, and later ones afterwards")
  func mixed() throws {
    var pipeline = Pipeline(table: try LiveFixture.table(), sink: Log())
    var stamped = pipeline.addLane(minimumCapacity: 8)
    var live = pipeline.addLiveLane(minimumCapacity: 8)
    for time in [10, 20, 30] as [Int64] {
      stamped.push(.sample(at: time, sequence: UInt32(time) + 1))
    }
    stamped.advance(to: 100)
    live.push(LiveFixture.event(20, 1))
    while case .dispatched = pipeline.step(now: { 25 }) {}
    stamped.finish()
    live.finish()
    while case .dispatched = pipeline.step(now: { 25 }) {}
    let log = pipeline.takeSink()
    #expect(log.inputs.map(\.event.timestamp) == [10, 20, 25, 30])
  }

  @Test("An idle stamped lane lets live events go before its promise, and no further")
  func promise() throws {
    var pipeline = Pipeline(table: try LiveFixture.table(), sink: Log())
    var stamped = pipeline.addLane(minimumCapacity: 8)
    var live = pipeline.addLiveLane(minimumCapacity: 8)
    live.push(LiveFixture.event(20, 1))
    // It has promised nothing: its first event may lie anywhere.
    #expect(pipeline.step(now: { 50 }) == .idle(until: .min))
    stamped.advance(to: 40)
    #expect(pipeline.step(now: { 50 }) == .dispatched(1))
    live.push(LiveFixture.event(20, 2))
    #expect(pipeline.step(now: { 50 }) == .idle(until: 40))
    stamped.push(.sample(at: 40, sequence: 1))
    #expect(pipeline.step(now: { 50 }) == .dispatched(1))
    stamped.advance(to: 60)
    #expect(pipeline.step(now: { 50 }) == .dispatched(1))
    let log = pipeline.takeSink()
    #expect(log.inputs.map(\.event.timestamp) == [39, 40, 50])
  }

  @Test("Raised events come while nothing arrives, when the clock says so and not before a promise")
  func raised() throws {
    var pipeline = Pipeline(table: try LiveFixture.table(), sink: Log())
    var stamped = pipeline.addLane(minimumCapacity: 8)
    // Sequence 4 raises a timer 12 ns later.
    stamped.push(.sample(at: 10, sequence: 4))
    #expect(pipeline.step(now: { 10 }) == .dispatched(1))
    stamped.advance(to: 20)
    #expect(pipeline.step(now: { 30 }) == .idle(until: 20), "an input may still come before 22")
    stamped.advance(to: 26)
    #expect(pipeline.step(now: { 21 }) == .idle(until: 26), "it is not due yet")
    #expect(pipeline.step(now: { 22 }) == .dispatched(1))
    let log = pipeline.takeSink()
    #expect(log.lines == ["10 1 4 ", "22 255 0 "])
  }

  /// One seeded session: 64 live sources on virtual time, in an interleaving that the seed decides.
  @Test("64 live sources, silent and bursting, interleaved in any way", arguments: 0..<30)
  func sessions(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var pipeline = Pipeline(table: try LiveFixture.table(), sink: Log())
    let clock = VirtualClock(startingAt: 1000)
    var lanes: [Lane] = []
    // Of 64 lanes a third says nothing at all, and one lane has promised nothing yet.
    let totals = (0..<64).map { _ in random.once(in: 3) ? 0 : random.below(60) }
    for _ in totals {
      lanes.append(Lane(pipeline.addLiveLane(minimumCapacity: 16, arenaBytes: 1 << 10)))
    }
    let hasStamped = random.once(in: 2)
    var stamped = pipeline.addLane(minimumCapacity: 16)
    if !hasStamped { stamped.finish() }
    var pushed = Array(repeating: 0, count: 64)
    var stampedCount = 0
    var idle = 0
    while zip(pushed, totals).contains(where: { $0 < $1 }) {
      for _ in 0..<random.below(8) {
        let lane = random.below(64)
        for _ in 0..<(random.once(in: 4) ? 16 : 1) where pushed[lane] < totals[lane] {
          let event = LiveFixture.event(UInt8(16 + lane), UInt64(pushed[lane]))
          if pushed[lane] % 3 == 0 {
            guard lanes[lane].producer.hasRoom(forMessageOf: 8) else { continue }
            lanes[lane].producer.push(event, bytes: Array("i\(pushed[lane])".utf8))
          } else {
            guard lanes[lane].producer.hasRoom() else { continue }
            lanes[lane].producer.push(event)
          }
          pushed[lane] += 1
        }
      }
      if hasStamped, random.once(in: 2), stamped.hasRoom() {
        // It lies somewhat before or behind the clock, as a recording that is played does.
        stamped.advance(to: clock.now - 5 + Int64(random.below(20)))
        if random.once(in: 3) {
          let event = Event.sample(at: clock.now + 20, source: 1, sequence: UInt32(stampedCount))
          if stamped.push(event) == .pushed { stampedCount += 1 }
        }
      }
      clock.wait(until: clock.now + Int64(random.below(4)))
      let before = pipeline.dispatchedCount
      for _ in 0..<random.below(6) {
        _ = pipeline.step(upTo: 1 + random.below(40), now: { clock.now })
      }
      idle = pipeline.dispatchedCount == before ? idle + 1 : 0
      #expect(idle < 10_000, "seed \(seed) stalls")
      if idle >= 10_000 { return }
    }
    for lane in lanes { lane.producer.finish() }
    if hasStamped { stamped.finish() }
    while pipeline.step(now: { clock.now }) != .finished { clock.wait(until: clock.now + 1) }
    // The session goes on for a while, and timers with it.
    for _ in 0..<random.below(20) {
      clock.wait(until: clock.now + 1)
      _ = pipeline.step(now: { clock.now })
    }
    let end = pipeline.end
    pipeline.finish()
    let log = pipeline.takeSink()

    // Nothing is lost, each source is in its order, and the order is that of the stamps.
    for lane in 0..<64 {
      let own = log.events.filter { $0.source.rawValue == UInt8(16 + lane) }
      #expect(own.map(\.sequence) == (0..<UInt32(totals[lane])).map { $0 }, "seed \(seed)")
      let numbers = log.events.indices.filter {
        log.events[$0].source.rawValue == UInt8(16 + lane)
      }.map { index in
        log.events[index].kind == .message
          ? Int(log.texts[index].dropFirst()) ?? -1 : Int(log.events[index].payload.word0)
      }
      #expect(numbers == Array(0..<totals[lane]), "seed \(seed)")
    }
    #expect(log.events.count { $0.source.rawValue == 1 } == stampedCount)
    #expect(zip(log.events, log.events.dropFirst()).allSatisfy { $0.precedes($1) }, "seed \(seed)")
    // What a recording of it has, dispatched again, is the same, timers included.
    let again = try LiveFixture.replayed(log, end: end)
    #expect(again.lines == log.lines, "seed \(seed)")
  }

  @Test("The same with a thread for each of 8 sources", .timeLimit(.minutes(15)))
  func threads() throws {
    let count = 5000
    let clock = MonotonicClock()
    var pipeline = Pipeline(table: try LiveFixture.table(), sink: Log())
    let threads = ThreadGroup()
    for lane in 0..<8 as Range<UInt8> {
      let producer = HandOver(pipeline.addLiveLane(minimumCapacity: 64, arenaBytes: 1 << 12))
      threads.start {
        var producer = producer.take()
        // Two of them are silent.
        for number in 0..<(lane < 6 ? count : 0) {
          let event = LiveFixture.event(16 + lane, UInt64(number))
          if number % 3 == 0 {
            producer.push(event, bytes: Array("i\(number)".utf8))
          } else {
            producer.push(event)
          }
        }
        producer.finish()
      }
    }
    let start = clock.now
    #expect(pipeline.run(now: { clock.now - start }) == .finished)
    let end = pipeline.end
    threads.join()
    pipeline.finish()
    let log = pipeline.takeSink()
    for lane in 0..<8 as Range<UInt8> {
      let own = log.events.filter { $0.source.rawValue == 16 + lane }
      #expect(own.map(\.sequence) == (0..<UInt32(lane < 6 ? count : 0)).map { $0 })
    }
    #expect(zip(log.events, log.events.dropFirst()).allSatisfy { $0.precedes($1) })
    let again = try LiveFixture.replayed(log, end: end)
    #expect(again.lines == log.lines)
  }
}
