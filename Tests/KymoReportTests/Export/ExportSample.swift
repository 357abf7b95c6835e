import KymoBench
import KymoBenchFixtures
import KymoCore
import KymoReport

/// Results that are the same every time.
enum ExportSample {
  /// The name of the second command: whatever a format might take for its own.
  static let oddName = "a \"b\", <c>|%\u{7}\u{E9}"

  /// 2,000 events 1 ms apart, every tenth of the second command; `cost` ns each, but 8 ms for one.
  static func result(
    cost: Int64 = 10_000,
    _ configure: (inout LoadConfiguration) -> Void = { _ in }
  ) throws -> LoadResult {
    try make(cost: cost, configure) { load, table, clock in
      load.simulate(table: table, clock: clock)
    }
  }

  /// The same events back to back.
  static func unpacedResult() throws -> LoadResult {
    try make(cost: 10_000) { _ in
    } with: { load, table, clock in
      var sink = NoSink()
      return load.runUnpaced(table: table, sink: &sink, clock: clock, isMetered: false)
    }
  }

  private static func make(
    cost: Int64,
    _ configure: (inout LoadConfiguration) -> Void,
    with run: (LoadRun, consuming CommandTable, VirtualClock) -> LoadResult
  ) throws -> LoadResult {
    var configuration = LoadConfiguration()
    configuration.warmUp = .events(0)
    configure(&configuration)
    let clock = VirtualClock(startingAt: 5)
    let events = (0..<10).map {
      LoadFixture.event($0, at: Int64($0) * 1_000_000, command: $0 == 9 ? 2 : 1)
    }
    let load = try LoadRun(
      Workload(events: events),
      plan: .constant(rate: 1000, length: .events(2000)),
      configuration: configuration
    )
    let work = LoadFixture.Work(clock, cost: cost, stalled: 1000, stall: 8_000_000)
    var map = CommandMap()
    map.business("accel", work)
    map.business(oddName, work)
    return run(load, try CommandTable(map), clock)
  }

  /// The same, but with a limit to the slip or the room that makes it invalid.
  static func invalidResult() throws -> LoadResult {
    try result {
      $0.queueCapacity = 4
      $0.overflow = .dropNewest
    }
  }

  static let context = ExportContext(
    program: "kymograph 0.1.0",
    recording: "walk & \"run\".mcap",
    app: "DeviceCatalog",
    digest: "0123456789abcdef",
    startNanoseconds: 1_441_812_279_474_000_000,
    commit: "abc123"
  )
}
