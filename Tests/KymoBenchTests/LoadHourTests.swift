import KymoBenchFixtures
import KymoCore
import KymoHistogram
import Testing

@testable import KymoBench

/// Load runs of an hour, stepped round by round in virtual time.
@Suite("An hour of load") struct LoadHourTests {
  private static let second: Int64 = 1_000_000_000
  private typealias Sides = LoadSides<LoadFixture.Log, VirtualClock>

  private func run() throws -> LoadRun {
    var configuration = LoadConfiguration()
    configuration.warmUp = .events(0)
    return try LoadRun(
      LoadFixture.workload(100),
      plan: .constant(rate: 1, length: .events(3600)),
      configuration: configuration
    )
  }

  private func sides(
    _ run: LoadRun,
    _ clock: VirtualClock,
    cost: Int64,
    isScheduled: Bool = true
  ) throws -> Sides {
    let table = try LoadFixture.table(LoadFixture.Work(clock, cost: cost))
    return LoadSides(
      run,
      table: table,
      sink: LoadFixture.Log(),
      clock: clock,
      messageCount: 2,
      isScheduled: isScheduled
    )
  }

  /// What the outcomes come to, whatever drives the run.
  private func digest(_ run: LoadRun) throws -> UInt64 {
    let clock = VirtualClock()
    var log = LoadFixture.Log()
    let table = try LoadFixture.table(LoadFixture.Work(clock, cost: 0))
    _ = run.runUnpaced(table: table, sink: &log, clock: clock)
    return log.digest
  }

  /// Checks that every event was done a millisecond after it was due.
  private func check(
    _ run: LoadRun,
    _ generator: borrowing LoadGenerator,
    _ pipeline: inout Pipeline<LatencyLedger<LoadFixture.Log, VirtualClock>>
  ) throws {
    pipeline.dispatcher.sink.finish()
    let result = LoadResult(
      run,
      generator,
      pipeline.dispatcher,
      abandonedCount: 0,
      platform: LoadPlatform(cores: .unpinned, available: nil)
    )
    #expect(result.valid, "\(result.reasons)")
    #expect(result.offered.count == 3600 && result.offered.slip.max == 0)
    let response = result.overall.response
    let millisecond = result.offered.slipHistogram.layout.highestEquivalent(of: 1_000_000)
    #expect(response.count == 3600 && response.p50 == millisecond && response.max == millisecond)
    let log = pipeline.dispatcher.sink.takeSink()
    let (count, digest) = (log.timestamps.count, log.digest)
    #expect(count == 3600)
    #expect(try digest == self.digest(run))
  }

  @Test("back to back, with handlers that take a second each") func unpaced() throws {
    let (run, clock) = (try run(), VirtualClock())
    let sides = try sides(run, clock, cost: Self.second, isScheduled: false)
    var driver = UnpacedDriver(sides.generator, upTo: 3600)
    var pipeline = sides.pipeline
    while pipeline.round(&driver) == nil {}
    pipeline.finish()
    #expect(clock.now == 3600 * Self.second && pipeline.dispatchedCount == 3600)
    let log = pipeline.dispatcher.sink.takeSink()
    let digest = log.digest
    #expect(try digest == self.digest(run))
  }

  @Test("simulated, where the generator has a time of its own") func simulated() throws {
    let (run, clock) = (try run(), VirtualClock())
    let sides = try sides(run, clock, cost: 1_000_000)
    var driver = SimulatedDriver(sides.generator, clock)
    var pipeline = sides.pipeline
    while pipeline.round(&driver) == nil {}
    pipeline.finish()
    #expect(clock.now == 3599 * Self.second + 1_000_000)
    try check(run, driver.generator, &pipeline)
  }

  @Test("as on two threads, whose rounds are made in turns") func threaded() throws {
    let (run, clock) = (try run(), VirtualClock())
    let sides = try sides(run, clock, cost: 1_000_000)
    var generator = sides.generator
    var pipeline = sides.pipeline
    var driver = ThreadedDriver(.spin, LoadControl())
    var rounds = 0
    while true {
      _ = generator.catchUp(clock, to: clock.now)
      if generator.isDone { generator.producer.finish() }
      rounds += 1
      if pipeline.round(&driver) != nil { break }
      let isIdle = pipeline.dispatchedCount == generator.cursor.index
      if isIdle, !generator.isDone { clock.wait(until: generator.due) }
    }
    pipeline.finish()
    #expect(clock.now == 3599 * Self.second + 1_000_000 && rounds >= 3600)
    try check(run, generator, &pipeline)
  }
}
