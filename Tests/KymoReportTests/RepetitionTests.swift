import KymoCore
import KymoHistogram
import KymoRecording
import Testing

@testable import KymoBench
@testable import KymoReport
import KymoBenchFixtures

@Suite("Repetitions") struct RepetitionTests {
  /// A run of 1,000 events of `cost` ns.
  private func repetition(cost: Int64, digest: String = "d", count: Int = 1000) throws -> Repetition
  {
    Repetition(try LoadFixture.simulate(count: count, cost: cost) { _ in }, digest: digest)
  }

  @Test("Percentiles of all come from the merged histograms, never from an average")
  func merged() throws {
    let set = RepetitionSet(try [500, 100, 300, 200].map { try repetition(cost: $0) }, wanted: 4)
    #expect(set.reasons.isEmpty)
    let result = try #require(LoadResult(merging: set))
    #expect(result.valid && !result.offered.isInterrupted)
    let command = try #require(result.commands.first)
    #expect(command.name == "accel")
    #expect(command.count == 4000 && command.response.count == 4000)
    #expect(command.response.p50 == 200)
    #expect(command.response.p99 == 500)
    #expect(command.service.p99 == 500)
    let p50 = try #require(set.spread(of: "accel") { $0.response.p50 })
    #expect(p50.lowest == 100 && p50.highest == 500)
    #expect(p50.median == 200, "the lower of the two in the middle")
    #expect(set.spread(of: "accel") { $0.response.p99 } == p50)
  }

  @Test("Counts are sums, and rates are those over the whole time") func sums() throws {
    let runs = try [(100, 1000), (300, 500)].map { cost, count in
      let run = try LoadFixture.simulate(count: count, cost: Int64(cost)) {
        $0.deadlineNanoseconds = 200
      }
      return Repetition(run, digest: ExportSample.context.digest)
    }
    let result = try #require(LoadResult(merging: RepetitionSet(runs, wanted: 2)))
    #expect(result.offered.plannedCount == 1500 && result.offered.count == 1500)
    #expect(result.overall.count == 1500 && result.offered.slip.count == 1500)
    #expect(result.commands[0].statuses[.completed] == 1500)
    #expect(result.commands[0].missedDeadlines == 500)
    #expect(result.overall.missedDeadlines == 500)
    #expect(result.commands[0].stream?.age.count == 1500)
    #expect(result.overall.stream == nil)
    let parts = runs.map(\.result)
    let seconds = 1000 / parts[0].offered.rate + 500 / parts[1].offered.rate
    #expect(abs(result.offered.rate - 1500 / seconds) < 1e-6)
    #expect(result.measured.rate <= result.offered.rate)
    #expect(result.measuredSeconds == parts[0].measuredSeconds + parts[1].measuredSeconds)
    #expect(result.measured.timeline.intervals.isEmpty)
    #expect(LoadResult(merging: RepetitionSet([], wanted: 2)) == nil)
  }

  @Test("A spread needs the figure of every repetition")
  func spread() throws {
    #expect(RepetitionSpread([3, nil, 1]) == nil)
    #expect(RepetitionSpread([]) == nil)
    let spread = try #require(RepetitionSpread([9, 1, 5]))
    #expect([spread.lowest, spread.median, spread.highest] == [1, 5, 9])
    let set = RepetitionSet(
      [try repetition(cost: 100), try repetition(cost: 100, count: 500)],
      wanted: 2
    )
    #expect(set.spread(of: "accel") { $0.response.p99 } == nil, "500 are too few for a p99")
    #expect(set.spread(of: "accel") { $0.response.p50 }?.highest == 100)
    #expect(set.spread(of: "other") { $0.response.p50 } == nil)
    #expect(LoadResult(merging: set)?.commands[0].response.p99 == 100)
  }

  @Test("One bad repetition spoils the set, and is named")
  func invalid() throws {
    let late = Repetition(
      try repetition(cost: 100).result
        .with(reasons: [.generatorLate(p99: 2_000_000, limit: 1_000_000)]),
      digest: "d"
    )
    let set = RepetitionSet(
      [try repetition(cost: 100), late, try repetition(cost: 100, digest: "e")],
      wanted: 4
    )
    #expect(set.reasons.map(\.condition) == [.complete, .generator, .repeatable])
    #expect(
      set.reasons.map(\.description) == [
        "stopped after 3 of 4 repetitions",
        "repetition 2: the generator was late: the 99th percentile of its slip is 2.0 ms, the "
          + "limit 1.0 ms; other work on the machine, or too high a rate",
        "repetition 3: its digest differs from that of the first",
      ]
    )
    let result = try #require(LoadResult(merging: set))
    #expect(!result.valid && result.offered.isInterrupted)
    // A test for what a single run cannot have, and all that is wrong in its place.
    let junit = ExportFormat.junit.text(of: result, ExportSample.context)
    #expect(junit.contains("tests=\"8\" failures=\"3\""))
    #expect(junit.contains("name=\"every repetition had the same outcome\""))
    let single = ExportFormat.junit.text(of: late.result, ExportSample.context)
    #expect(!single.contains("every repetition"))
  }

  @Test("What a process wrote is read back with all that it measured") func output() throws {
    for original in [
      try ExportSample.result { $0.deadlineNanoseconds = 1_000_000 },
      try ExportSample.invalidResult(),
    ] {
      var context = ExportSample.context
      context.inputDigest = "00ff"
      context.mode = "strict"
      context.counters = [.init(name: "fixes \"x\"", count: .max)]
      context.losses = [.init(place: "ring", count: 3)]
      let text = ExportFormat.json.text(of: original, context)
      let read = try ReportedRun(json: text)
      #expect(read.result.valid == original.valid)
      #expect(read.result.reasons.map(\.description) == original.reasons.map(\.description))
      #expect(read.result.reasons.map(\.condition) == original.reasons.map(\.condition))
      // Whatever the JSON says, it says again.
      var again = read.context
      again.program = context.program
      #expect(ExportFormat.json.text(of: read.result, again) == text)
      #expect(read.result.overall.response == original.overall.response)
      #expect(read.result.overall.missedDeadlines == original.overall.missedDeadlines)
    }
  }

  @Test("A compact repetition has the same counts in the same buckets") func compacted() throws {
    let original = try RepetitionSample.repetition(cost: 30_000)
    let compact = original.compacted
    let pairs = zip(
      [original.result.overall] + original.result.commands,
      [compact.result.overall] + compact.result.commands
    )
    for (before, after) in pairs {
      for path in [\CommandReport.responseHistogram, \.serviceHistogram, \.queueingHistogram] {
        let (old, new) = (before[keyPath: path], after[keyPath: path])
        #expect(Array(new.recordedBuckets) == Array(old.recordedBuckets))
        #expect(LatencySummary(new) == LatencySummary(old))
        #expect(new.layout.bucketCount < old.layout.bucketCount / 2)
      }
      #expect(before.stream?.jitter == after.stream?.jitter)
      #expect(after.replyHistogram.totalCount == 0)
    }
    // And all together are what they would have been.
    let merged = [original, compact].map { LoadResult(merging: RepetitionSet([$0], wanted: 1)) }
    let texts = merged.compactMap {
      $0.map { ExportFormat.json.text(of: $0, ExportSample.context) }
    }
    #expect(texts[0] == texts[1])
  }

  @Test("What is no result is refused") func noResult() throws {
    let text = ExportFormat.json.text(of: try ExportSample.result(), ExportSample.context)
    for other in ["", "{}", "[1]", "{\"schema\": \"kymograph.gate/1\"}", String(text.dropLast(9))] {
      #expect(throws: BaselineError.self) { try ReportedRun(json: other) }
    }
    for member in [
      "plannedEvents", "measuredNanoseconds", "slipHistogram", "threads", "reasonKinds", "statuses",
    ] {
      let damaged = text.replacing("\"\(member)\":", with: "\"x\":")
      #expect(throws: BaselineError.member(member)) { try ReportedRun(json: damaged) }
    }
  }

  @Test("JSON is that of a run, with a row for each repetition")
  func json() throws {
    let (result, context) = try RepetitionSample.merged()
    let text = ExportFormat.json.text(of: result, context)
    #expect(text.hasPrefix("{\n  \"schema\": \"kymograph.repetitions/1\",\n  \"valid\": true,\n"))
    #expect(text.matches(of: /"digest": "0123456789abcdef"/).count == 4)
    #expect(
      text.contains(
        """
              "p99Nanoseconds": {
                "min": 10007,
                "median": 20015,
                "max": 30015
              }
        """
      )
    )
    // It serves as a baseline, too.
    let baseline = try BenchBaseline(json: text, file: "before.json")
    #expect(baseline.events == 6000 && baseline.commands[0].response.summary.p50 == 20_015)
    let (cut, _) = try RepetitionSample.merged(wanted: 4)
    #expect(
      ExportFormat.json.text(of: cut, context).contains("\"interrupted\": true")
        && !cut.valid
    )
  }
}
