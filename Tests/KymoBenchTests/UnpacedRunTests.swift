import KymoBench
import KymoBenchFixtures
import KymoCore
import KymoHistogram
import Testing

@Suite("Unpaced runs") struct UnpacedRunTests {
  @Test("Service times are measured, and response times have no meaning")
  func service() throws {
    let clock = VirtualClock()
    let plan = try ArrivalPlan.constant(rate: 1_000_000, length: .events(1000))
    let run = try LoadRun(LoadFixture.workload(100), plan: plan)
    var log = LoadFixture.Log()
    let table = try LoadFixture.table(LoadFixture.Work(clock, cost: 70))
    let result = run.runUnpaced(table: table, sink: &log, clock: clock)
    #expect(result.valid)
    #expect(result.offered.count == 1000 && log.timestamps.count == 1000)
    #expect(log.timestamps == log.timestamps.sorted())
    let command = try #require(result.commands.first)
    #expect(command.count == 500 && command.service.p50 == 70)
    #expect(command.service.trimmedMean == 70)
    #expect(command.response.count == 0 && command.response.p50 == nil)
    #expect(abs(result.measured.rate - 1e9 / 70) < 1)

    var again = LoadFixture.Log()
    let still = try LoadFixture.table(LoadFixture.Work(VirtualClock(), cost: 0))
    _ = run.runUnpaced(table: still, sink: &again, clock: VirtualClock())
    #expect(again.digest == log.digest, "the clock does not enter the outcomes")
  }

  @Test("A stop leaves the run incomplete and invalid")
  func stop() throws {
    let plan = try ArrivalPlan.constant(rate: 1_000_000, length: .events(100_000))
    let run = try LoadRun(LoadFixture.workload(100), plan: plan)
    var log = LoadFixture.Log()
    var looks = 0
    let table = try LoadFixture.table(LoadFixture.Work(VirtualClock(), cost: 0))
    let result = run.runUnpaced(table: table, sink: &log, clock: VirtualClock()) {
      looks += 1
      return looks > 10
    }
    #expect(result.offered.isInterrupted && !result.valid)
    #expect(log.timestamps.count == 10 * LoadRun.maximumRun)
  }

  @Test("The trimmed mean sees neither extremes nor the steps of a clock")
  func trimmedMean() {
    let histogram = Histogram(lowest: 1, highest: 1_000_000, significantDigits: 3)
    histogram.record(60, count: 60)
    histogram.record(70, count: 36)
    histogram.record(900_000, count: 4)
    let mean = LatencySummary(histogram).trimmedMean
    #expect(mean == 5750.0 / 90, "55 times 60 and 35 times 70")
    histogram.reset()
    histogram.record(5, count: 19)
    #expect(LatencySummary(histogram).trimmedMean == nil)
  }

  @Test("A handicap of nothing does nothing")
  func handicap() {
    #expect(Handicap().steps == 0)
    #expect(Handicap(nanoseconds: 0).steps == 0)
    #expect(Handicap(nanoseconds: 1000).steps >= 1)
    var handicap = Handicap(steps: 3)
    for _ in 0..<5 {
      handicap.record(
        LoadFixture.event(0, at: 0),
        Outcome(index: 0, status: .completed),
        digest: 0,
        message: RawSpan(),
        reply: RawSpan()
      )
    }
    #expect(handicap.count == 15)
  }
}
