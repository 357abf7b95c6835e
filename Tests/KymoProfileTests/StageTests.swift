import KymoCore
import Testing

@testable import KymoProfile

@Suite("The times of stages") struct StageTests {
  /// A batch handler that does nothing.
  private final class Batch: BatchHandler {}

  private func map(_ log: Log) -> CommandMap {
    var map = CommandMap()
    map.validate("a") { _ in .proceed }
    map.business("a") { _ in .proceed }
    map.business("a") { exchange in
      log.handled += 1
      if exchange.event.payload.acceleration.x < 0 { throw HandlerError(code: 300) }
      return .proceed
    }
    map.view("a") { _ in .proceed }
    map.error("a") { _ in .proceed }
    map.batch("b", Batch())
    return map
  }

  private final class Log { var handled = 0 }

  private func event(_ sequence: Int, _ command: UInt16, x: Double) -> Event {
    Event(
      timestamp: Int64(sequence),
      sequence: UInt32(sequence),
      command: CommandID(rawValue: command),
      source: .accelerometer,
      kind: .acceleration,
      payload: Payload(Acceleration(x: x, y: 0, z: 0))
    )
  }

  /// Runs 900 events: of every nine, three of the first command, one of them failing, four of the second, and two that
  /// nobody knows.
  private func run(_ watch: StageWatch, timesPushes: Bool = false) throws {
    let log = Log()
    var map = map(log)
    try watch.watch(&map)
    var pipeline = Pipeline(table: try CommandTable(map), sink: WatchedSink(NoSink(), watch))
    var producer = pipeline.addLane(minimumCapacity: 1024)
    let times = timesPushes ? watch.timePushes(capacity: producer.capacity) : nil
    for index in 0..<900 {
      let place = index % 9
      let command: UInt16 = place < 3 ? 1 : place < 7 ? 2 : 99
      let event = event(index, command, x: place == 2 ? -1 : 1)
      times?.note(event)
      producer.push(event)
    }
    producer.finish()
    watch.begin()
    pipeline.run(shouldStop: {
      watch.looked()
      return false
    })
    watch.end()
    #expect(log.handled == 300)
  }

  private func profile(_ watch: StageWatch) -> Profile {
    var profile = Profile(name: "stages", exporter: "test")
    profile.add(watch) { ["unknown", "a", "b"][min(2, Int($0.rawValue % 99))] }
    return profile
  }

  @Test("leave nothing out, to the tick") func sum() throws {
    let watch = StageWatch()
    for _ in 0..<3 { try run(watch) }
    let log = watch.log
    #expect(log.measuredTicks + log.ownTicks == log.runTicks)
    #expect(log.lost == 0)
    #expect(watch.eventCount == 2700)
    #expect(watch.account.costNanoseconds >= 0)
  }

  @Test("are counted where they were spent") func counts() throws {
    let watch = StageWatch()
    watch.timeAll(expected: 900)
    try run(watch)
    let stages = profile(watch).stages
    func count(_ command: String?, _ stage: String, _ handler: String? = nil) -> Int? {
      stages.first { $0.command == command && $0.stage == stage && $0.handler == handler }?.count
    }
    #expect(count("a", "validate") == 300)
    #expect(count("a", "business") == 300)
    #expect(count("a", "business", "a, business") == 300)
    #expect(count("a", "business", "a, business 2") == 300)
    #expect(count("a", "view") == 200)
    #expect(count("a", "error") == 100)
    #expect(count("a", "digest") == 300)
    #expect(count("a", "record") == 300)
    #expect(count("b", "business", "Batch") == 400)
    #expect(count("b", "record") == 400)
    #expect(count("unknown", "record") == 200)
    #expect(count("unknown", "business") == nil)
    #expect(count(nil, "merge") != nil)
    #expect(stages.allSatisfy { $0.total >= 0 && $0.percentiles.p50 <= $0.longest })
    #expect(stages.allSatisfy { $0.percentiles.p50 <= $0.percentiles.p99 })
    // A stage takes no less than its handlers, but for the rounding of both to ns.
    let business = try #require(stages.first { $0.stage == "business" && $0.handler == nil })
    let handlers = stages.filter {
      $0.command == business.command && $0.stage == "business" && $0.handler != nil
    }
    #expect(abs(handlers.reduce(0) { $0 + $1.total } - business.total) <= 2)
  }

  @Test("of single events lie within each other, and come from one run") func slices() throws {
    let watch = StageWatch()
    watch.timeAll(expected: 900)
    for _ in 0..<3 { try run(watch) }
    let slices = profile(watch).slices
    try #require(!slices.isEmpty)
    let events = Set(slices.map(\.sequence))
    #expect(events.count <= EventSelection.maximumEvents)
    #expect(events.count == 900)
    for event in events.prefix(50) {
      let own = slices.filter { $0.sequence == event }
      let stages = own.filter { $0.handler == nil }
      for (one, next) in zip(stages, stages.dropFirst()) {
        #expect(one.start + one.duration <= next.start)
      }
      for handler in own where handler.handler != nil {
        #expect(
          stages.contains {
            $0.stage == handler.stage && $0.start <= handler.start
              && $0.start + $0.duration >= handler.start + handler.duration
          }
        )
      }
    }
    let sparse = StageWatch()
    sparse.timeAll(expected: 900 * EventSelection.maximumEvents)
    try run(sparse)
    #expect(Set(profile(sparse).slices.map(\.sequence)) == [0])
    // Of how many they are is in every profile.
    #expect(profile(watch).notes.map(\.value) == ["all 900 events of one run"])
    #expect(sparse.keptEvents == "1 of the 900 events of one run, one in 900")
    #expect(StageWatch().keptEvents == nil)
  }

  @Test("have the events' waits beside them, which are no time of the thread")
  func waits() throws {
    let watch = StageWatch()
    watch.timeAll(expected: 900)
    try run(watch, timesPushes: true)
    let profile = profile(watch)
    let waits = profile.stages.filter { $0.stage == StageSlice.ringWait }
    #expect(waits.map(\.command) == ["a", "b", "unknown"])
    #expect(waits.reduce(0) { $0 + $1.count } == 900)
    #expect(waits.allSatisfy { $0.isBeside })
    // All were pushed before the first was dispatched: whoever comes last has waited longest.
    let slices = profile.slices.filter(\.isRingWait)
    #expect(slices.count == 900)
    let ends = slices.sorted { $0.sequence < $1.sequence }.map { $0.start + $0.duration }
    #expect(ends == ends.sorted())
    let own = profile.stages.filter { $0.handler == nil && !$0.isBeside }
    #expect(own.reduce(0) { $0 + $1.total } == profile.stageTotal)
    #expect(watch.log.measuredTicks + watch.log.ownTicks == watch.log.runTicks)
    // The next run says nothing of pushes.
    try run(watch)
    let again = self.profile(watch).stages.filter { $0.stage == StageSlice.ringWait }
    #expect(again.reduce(0) { $0 + $1.count } == 900)
  }

  @Test("of slow events are those of no others") func tail() throws {
    let watch = StageWatch()
    watch.survey()
    try run(watch)
    #expect(profile(watch).stages.isEmpty || profile(watch).stages.allSatisfy { $0.command == nil })
    let slow = watch.eventNanoseconds(atPercentile: 90)
    watch.timeSlow(from: max(1, slow), expected: 90)
    try run(watch)
    let records = profile(watch).stages.filter { $0.stage == "record" }
    #expect(records.reduce(0) { $0 + $1.count } < 900)
    #expect(profile(watch).stages.allSatisfy { $0.command != nil })
    watch.timeSlow(from: 3_600_000_000_000, expected: 1)
    let none = StageWatch()
    none.timeSlow(from: 3_600_000_000_000, expected: 1)
    try run(none)
    #expect(profile(none).stages.isEmpty)
  }

  @Test("names a handler once, and counts its namesakes") func handlerNames() throws {
    let watch = StageWatch()
    var map = map(Log())
    try watch.watch(&map)
    #expect(
      watch.log.handlers == [
        "a, validate", "a, business", "a, business 2", "a, view", "a, error", "Batch",
      ]
    )
    try watch.watch(&map)
    #expect(watch.log.handlers.count == 6)
  }

  @Test("of a page lie between the digest and the sinks, and its turns between events")
  func page() throws {
    let watch = StageWatch()
    watch.timeAll(expected: 900)
    watch.readsItself(true)
    let log = Log()
    var map = map(log)
    try watch.watch(&map)
    let sink = PairSink(Page(watch: watch), WatchedSink(NoSink(), watch, isTimed: false))
    var pipeline = Pipeline(table: try CommandTable(map), sink: sink)
    var producer = pipeline.addLane(minimumCapacity: 16)
    watch.begin()
    for index in 0..<90 {
      producer.push(event(index, 1, x: 1))
      while case .dispatched = pipeline.step() {}
      watch.pageBegins(for: nil)
      watch.pageEnds(for: nil)
    }
    watch.end()
    let stages = profile(watch).stages
    func count(_ command: String?, _ stage: String) -> Int? {
      stages.first { $0.command == command && $0.stage == stage && $0.handler == nil }?.count
    }
    #expect(count("a", "page") == 90)
    #expect(count("a", "digest") == 90)
    #expect(count(nil, "page") == 90)
    #expect(count(nil, "read") == 90)
    #expect(count(nil, "merge") == nil)
    #expect(watch.log.measuredTicks + watch.log.ownTicks == watch.log.runTicks)
  }

  /// A page that does nothing.
  private struct Page: OutcomeSink {
    let watch: StageWatch

    mutating func record(
      _ event: borrowing Event,
      _ outcome: borrowing Outcome,
      digest: UInt64,
      message: RawSpan,
      reply: RawSpan
    ) {
      watch.pageBegins(for: event.command)
      watch.pageEnds(for: event.command)
    }
  }
}
