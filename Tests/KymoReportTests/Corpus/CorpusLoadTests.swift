import KymoBench
import KymoBenchFixtures
import KymoCore
import KymoHistogram
import KymoTestSupport
import KymoText
import Testing

@testable import KymoReport

@Suite("Loads of a corpus") struct CorpusLoadTests {
  private static let words = ["bench", "--rate", "1000"]

  /// Results of a corpus whose recordings cost what `cost` says.
  private func results(
    _ manifest: CorpusManifest,
    _ cost: (CorpusTask) -> Int64
  ) throws -> [CorpusResult] {
    try manifest.tasks.map { task in
      CorpusFixture.result(
        task,
        report: try CorpusFixture.load(cost: cost(task), recording: task.recording)
      )
    }
  }

  @Test("Percentiles of 1,000 merged histograms are those of all values in one")
  func exact() {
    let seed: UInt64 = 7
    var random = SeededRandom(seed: seed)
    let all = LoadRun.makeHistogram()
    let parts = (0..<1000).map { _ in
      // Each with room for what it has, as a result that was read and compacted has.
      let values = (0..<100).map { _ in 1 + random.spread(upTo: 10_000_000) }
      let own = Histogram(lowest: 1, highest: values.max() ?? 2, significantDigits: 3)
      for value in values {
        own.record(value)
        all.record(value)
      }
      return own
    }
    func merged(_ parts: [Histogram]) -> Histogram {
      let sum = LoadRun.makeHistogram()
      for part in parts { sum.add(part) }
      return sum
    }
    let sum = merged(parts)
    #expect(sum.totalCount == 100_000)
    for percentile in [0.0, 1, 10, 50, 90, 99, 99.9, 99.99, 99.999] {
      #expect(
        sum.value(atPercentile: percentile) == all.value(atPercentile: percentile),
        "seed \(seed), p\(percentile)"
      )
    }
    let shuffled = merged(parts.shuffled(using: &random))
    #expect(shuffled.encodedV2Compressed() == sum.encodedV2Compressed(), "seed \(seed)")
  }

  @Test("What a merge says of a command is what one histogram says") func commands() {
    var random = SeededRandom(seed: 3)
    let all = LoadRun.makeHistogram()
    var statuses = StatusCounts()
    statuses[.completed] = 500
    let reports = (0..<40).map { _ in
      let own = Histogram(lowest: 1, highest: 10_000_000, significantDigits: 3)
      for _ in 0..<500 {
        let value = 1 + random.spread(upTo: 9_000_000)
        own.record(value)
        all.record(value)
      }
      let none = Histogram(lowest: 1, highest: 2, significantDigits: 3)
      return CommandReport(
        name: "accel",
        response: own,
        service: none,
        reply: none,
        slip: none,
        queueing: none,
        statuses: statuses
      )
    }
    let merged = CommandReport(name: "accel", merging: reports.shuffled(using: &random))
    let one = LatencySummary(all)
    #expect(merged.count == 20_000 && merged.response.count == 20_000)
    #expect(merged.response.p50 == one.p50 && merged.response.p999 == one.p999)
    #expect(one.p999 != nil && merged.response.p99 == one.p99 && merged.response.p90 == one.p90)
  }

  @Test("Together stands every event, and beside it the worst recording by name") func union()
    throws
  {
    let manifest = CorpusFixture.manifest(4, [Self.words], builds: [CorpusFixture.head])
    let summary = CorpusFixture.summary(
      manifest,
      try results(manifest) { $0.recording.path == "drives/2.mcap" ? 900 : 100 }
    )
    #expect(summary.verdict == .pass)
    let load = try #require(summary.loads.first)
    #expect(load.recordings == 4 && load.union.valid)
    #expect(load.union.overall.count == 4000 && load.union.overall.response.p50 == 100)
    #expect(load.union.overall.response.p99 == 900)
    let spread = try #require(load.spreads.first { $0.percentile == "p99" })
    #expect(spread.worst == "drives/2.mcap" && spread.recordings == 4)
    #expect(spread.range.lowest == 100 && spread.range.highest == 900)
    // Any export can say it.
    for format in ExportFormat.formats(for: .run) {
      #expect(!format.text(of: load.union, load.context).isEmpty, "\(format)")
    }
  }

  @Test("A recording that is missing makes the whole invalid, and is counted") func missing() throws
  {
    let manifest = CorpusFixture.manifest(3, [Self.words], builds: [CorpusFixture.head])
    let summary = CorpusFixture.summary(
      manifest,
      try results(manifest) { _ in 100 }.dropLast()
    )
    #expect(summary.verdict == .partial)
    let reasons = summary.loads[0].union.reasons.map(\.description)
    #expect(reasons == ["1 of 3 recordings were not measured"])
  }

  @Test("Times inform, and judge only where a threshold says so") func times() throws {
    let manifest = CorpusFixture.manifest(10, [Self.words])
    var summary = CorpusFixture.summary(
      manifest,
      try results(manifest) { $0.build.name == "head" ? 150 : 100 }
    )
    let p50 = try #require(summary.times.first { $0.percentile == "p50" })
    #expect(p50.pairs == 10 && p50.interval?.ratio == 1.5)
    #expect(summary.verdict == .pass)
    summary.threshold = 0.2
    #expect(summary.verdict == .regressed)
    #expect(summary.regressions.contains("p50 of accel"))
    summary.threshold = 0.6
    #expect(summary.verdict == .pass)
  }

  @Test("Pairs from machines that differ are set aside, and few pairs say nothing") func machines()
    throws
  {
    let manifest = CorpusFixture.manifest(8, [Self.words])
    var results = try results(manifest) { _ in 100 }
    #expect(CorpusFixture.summary(manifest, results).times[0].interval != nil)
    results[5].neighbours.processor = "another"
    let time = CorpusFixture.summary(manifest, results).times[0]
    #expect(time.pairs == 7 && time.setAside == 1 && time.interval == nil)
  }
}
