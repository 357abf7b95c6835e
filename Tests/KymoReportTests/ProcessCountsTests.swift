import KymoCore
import KymoText
import Testing

@testable import KymoBench
@testable import KymoReport
import KymoBenchFixtures

@Suite("What the system counts") struct ProcessCountsTests {
  /// A counter that says what it was told to.
  struct FakeSource: InstructionSource, ~Copyable {
    /// How many instructions it counts for each that is executed.
    var share = 1.0
    /// What a look at it adds.
    var looking: UInt64 = 300
    var enabled: UInt64 = 100
    var running: UInt64 = 100
    var roundLength: Int? = 2
    var failure: String?
    var count = 0.0

    mutating func read() throws(CounterUnavailable) -> InstructionReading {
      if let failure { throw CounterUnavailable(failure) }
      count += share * Double(looking)
      return InstructionReading(
        count: UInt64(count),
        enabledNanoseconds: enabled,
        runningNanoseconds: running
      )
    }

    mutating func loop(rounds: Int) -> Int? {
      guard let roundLength else { return nil }
      count += share * Double(rounds * roundLength)
      return roundLength
    }
  }

  private func problem(_ source: consuming FakeSource) -> String {
    do throws(CounterUnavailable) {
      var counter = try InstructionCounter(source)
      _ = try counter.read()
      return ""
    } catch { return error.reason }
  }

  @Test("A counter is believed once it has counted a loop of known length") func validation() {
    #expect(problem(FakeSource()) == "")
    #expect(problem(FakeSource(share: 1.009)) == "")
    #expect(problem(FakeSource(looking: 50_000)) == "", "reading costs the same each time")
  }

  @Test(
    "A counter that does not count is unavailable, and not 0",
    arguments: [
      (0.0, "the counter stays at 0"),
      (0.5, "the counter says 1000000 for a loop of 2000000 instructions"),
      (1.02, "the counter says 2040000 for a loop of 2000000 instructions"),
      (2, "the counter says 4000000 for a loop of 2000000 instructions"),
    ]
  ) func wrong(_ share: Double, _ reason: String) {
    #expect(problem(FakeSource(share: share)) == reason)
  }

  @Test("Whatever keeps a counter from counting has a reason") func reasons() {
    #expect(problem(FakeSource(running: 99)) == "the counter ran for a part of the time only")
    #expect(problem(FakeSource(enabled: 0, running: 0)).contains("a part of the time"))
    #expect(problem(FakeSource(roundLength: nil)).contains("no loop of known length"))
    #expect(problem(FakeSource(failure: "gone")) == "gone")
    #expect(PerfEvent.reason(code: 2) == "the processor shows no such counter here")
    #expect(PerfEvent.reason(code: 95) == "the processor shows no such counter here")
    #expect(PerfEvent.reason(code: 13).contains("perf_event_paranoid"))
    #expect(PerfEvent.reason(code: 38).contains("no perf_event_open"))
    #expect(PerfEvent.reason(code: 7) == "perf_event_open fails with errno 7")
  }

  @Test("This machine's counter is either right or unavailable") func hardware() {
    do throws(CounterUnavailable) {
      var counter = try InstructionCounter(PerfEvent())
      let first = try counter.read()
      #expect(try counter.read() > first)
    } catch { #expect(!error.reason.isEmpty) }
  }

  @Test("A run comes with the counts of its process") func run() throws {
    let plan = try ArrivalPlan.constant(rate: 1_000_000, length: .events(20_000))
    let run = try LoadRun(LoadFixture.workload(100), plan: plan)
    let clock = VirtualClock()
    var sink = NoSink()
    let unpaced = run.runUnpaced(
      table: try LoadFixture.table(LoadFixture.Work(clock, cost: 0)),
      sink: &sink
    )
    let counts = try #require(unpaced.system.process)
    #expect(counts.userNanoseconds + counts.systemNanoseconds >= 0)
    #expect(counts.minorFaults >= 0 && counts.majorFaults >= 0)
    #expect(counts.voluntarySwitches >= 0 && counts.involuntarySwitches >= 0)
    #expect(counts.peakResidentBytes > 1 << 20)
    if case .counted(let count) = counts.instructions { #expect(count > 20_000) }
    let paced = run.run(table: try LoadFixture.table(LoadFixture.Work(clock, cost: 0)))
    #expect(try #require(paced.system.process).peakResidentBytes > 1 << 20)
    let still = run.runUnpaced(
      table: try LoadFixture.table(LoadFixture.Work(clock, cost: 0)),
      sink: &sink,
      clock: clock,
      isMetered: false
    )
    #expect(still.system.process == nil, "nothing may differ between two runs")
  }

  @Test("A run can end before its plan, and is complete all the same") func eventLimit() throws {
    let plan = try ArrivalPlan.constant(rate: 1_000_000, length: .events(2000))
    var configuration = LoadConfiguration()
    configuration.warmUp = .events(0)
    let run = try LoadRun(LoadFixture.workload(100), plan: plan, configuration: configuration)
    for (limit, expected) in [(777, 777), (2000, 2000), (9999, 2000), (256, 256)] {
      var log = LoadFixture.Log()
      let clock = VirtualClock()
      let result = run.runUnpaced(
        table: try LoadFixture.table(LoadFixture.Work(clock, cost: 0)),
        sink: &log,
        clock: clock,
        eventLimit: limit
      )
      #expect(result.valid && !result.offered.isInterrupted, "\(result.reasons)")
      #expect(log.timestamps.count == expected && result.offered.count == expected)
      #expect(result.offered.plannedCount == expected && result.overall.count == expected)
    }
    var sink = NoSink()
    let nothing = run.runUnpaced(
      table: try LoadFixture.table(LoadFixture.Work(VirtualClock(), cost: 0)),
      sink: &sink,
      clock: VirtualClock(),
      eventLimit: 0
    )
    #expect(nothing.reasons == [.nothingMeasured])
  }

  private static let counts = ProcessCounts(
    userNanoseconds: 1_500_000_000,
    systemNanoseconds: 2_000_000,
    voluntarySwitches: 3,
    involuntarySwitches: 4,
    minorFaults: 5,
    majorFaults: 6,
    peakResidentBytes: 7 << 20,
    instructions: .unavailable("there is <none>")
  )

  @Test("Exports have what was counted, and leave out what was not") func exports() throws {
    var result = try ExportSample.result()
    let without = ExportFormat.formats(for: .run).map { $0.text(of: result, ExportSample.context) }
    result = result.with(process: Self.counts)
    var texts: [ExportFormat: String] = [:]
    for (format, before) in zip(ExportFormat.formats(for: .run), without) {
      texts[format] = format.text(of: result, ExportSample.context)
      let hasCounts: Set<ExportFormat> = [.json, .googleBenchmark, .openMetrics, .html]
      #expect((texts[format] != before) == hasCounts.contains(format), "\(format)")
    }
    let json = try #require(texts[.json])
    #expect(json.contains("\"userNanoseconds\": 1500000000,"))
    #expect(json.contains("\"instructions\": null,"))
    #expect(json.contains("\"instructionsUnavailable\": \"there is <none>\""))
    let google = try #require(texts[.googleBenchmark])
    #expect(google.contains("\"voluntary_switches\": 3"))
    #expect(!google.contains("\"instructions\""))
    let metrics = try #require(texts[.openMetrics])
    #expect(metrics.contains("kymo_bench_cpu_seconds{mode=\"user\"} 1.5\n"))
    #expect(metrics.contains("kymo_bench_page_faults{kind=\"major\"} 6\n"))
    #expect(!metrics.contains("kymo_bench_instructions"))
    #expect(try #require(texts[.html]).contains("unavailable: there is &lt;none&gt;"))
    var counts = Self.counts
    counts.instructions = .counted(42)
    result = result.with(process: counts)
    let counted = ExportFormat.openMetrics.text(of: result, ExportSample.context)
    #expect(counted.contains("kymo_bench_instructions 42\n"))
  }
}
