import KymoBench
import KymoText
import Testing

@testable import KymoReport

@Suite("A scan over the values of an option") struct ParameterScanTests {
  private func context(app: String, digest: String) -> ExportContext {
    var context = ExportSample.context
    context.app = app
    context.digest = digest
    return context
  }

  @Test("A scan has a row for each value") func rows() throws {
    var scan = ParameterScan(option: "queue", wanted: 2)
    let first = context(app: "A", digest: "0123")
    scan.append(ScanRun(value: "64", try ExportSample.result(), first))
    #expect(!scan.isValid && scan.isInterrupted)
    #expect(scan.reasons.last == "stopped after 1 of 2 values")
    scan.append(
      ScanRun(value: "8", try ExportSample.invalidResult(), context(app: "A", digest: "4567"))
    )
    #expect(!scan.isValid && !scan.isInterrupted)
    #expect(!scan.reasons.isEmpty && scan.reasons.allSatisfy { $0.hasPrefix("queue=8: ") })
    let json = scan.json(first)
    #expect(
      json.contains("\"schema\": \"kymograph.scan/1\"") && json.contains("\"option\": \"queue\"")
    )
    #expect(json.contains("\"value\": \"64\"") && json.contains("\"digest\": \"4567\""))
    #expect(json.contains("\"app\": \"A\"") && scan.apps == ["A"])
    for name in ["stage", "attempts", "repetitions", "tail"] {
      #expect(!json.contains("\"\(name)\":"))
    }
  }

  @Test("What is another in each row is nothing of the whole") func apps() throws {
    var scan = ParameterScan(option: "app", wanted: 3)
    for app in ["A", "B", "A"] {
      var run = context(app: app, digest: "0123")
      run.mode = app == "A" ? "strict" : nil
      scan.append(ScanRun(value: app, try ExportSample.result(), run))
    }
    #expect(scan.apps == ["A", "B"])
    let json = scan.json(scan.runs[0].context)
    #expect(json.contains("\"app\": null") && json.contains("\"mode\": null"))
  }

  @Test("Repetitions are one row, with how far they differ") func repetitions() throws {
    let (result, context) = try RepetitionSample.merged()
    let run = ScanRun(value: "3", result, context)
    let row = try #require(run.rows.first)
    #expect(run.rows.count == 1 && row.repetitionCount == 3 && row.count == result.overall.count)
    let set = try RepetitionSample.set()
    #expect(row.p50Spread == RepetitionSpread(set.all.map(\.result.overall.response.p50)))
    #expect(row.p50Spread != nil)
    var scan = ParameterScan(option: "repetitions", wanted: 1)
    scan.append(run)
    let json = scan.json(context)
    #expect(json.contains("\"repetitions\": [") && json.contains("\"p50Nanoseconds\": {"))
    let stopped = try RepetitionSample.merged(wanted: 4)
    let partial = ScanRun(value: "4", stopped.0, stopped.1)
    #expect(partial.isInterrupted && !partial.isValid)
  }

  @Test("A run is read with its attempts and its slowest event") func run() throws {
    let result = try ExportSample.result { $0.tailCount = 3 }
    var context = ExportSample.context
    context.members = [JSONMember("attempts", JSONText(2))]
    let run = try ScanRun(value: "1", json: JSONExport.text(of: .run(result, context)))
    let row = try #require(run.rows.first)
    #expect(run.isValid == result.valid && row.attempts == 2 && row.stage == nil)
    #expect(row.response == result.overall.response)
    let first = try #require(result.measured.tail?.first)
    #expect(row.slowest?.command == first.command)
    #expect(row.slowest?.responseNanoseconds == first.responseNanoseconds)
    var scan = ParameterScan(option: "tail", wanted: 1)
    scan.append(run)
    #expect(scan.json(run.context).contains("\"causeText\":"))
  }

  @Test("A run in stages has a row for each, with the figures that were written") func stages()
    throws
  {
    let result = try ExportSample.result { $0.deadlineNanoseconds = 1_000_000 }
    var load = StagedLoad(wanted: 3)
    for rate in [1000.0, 2000].map(StageRate.steady) {
      load.append(.init(rate: rate, durationNanoseconds: 1, result: result))
    }
    let text = JSONExport.text(of: .stages(load, ExportSample.context))
    let run = try ScanRun(value: "1s@1k/1s@2k/1s@3k", json: text)
    #expect(run.rows.map(\.stage) == [1, 2] && run.isInterrupted)
    #expect(run.reasons.last == "stopped after 2 of 3 stages")
    for row in run.rows {
      let (read, written) = (row.response, result.overall.response)
      #expect(
        [read.p50, read.p90, read.p99, read.p999] == [
          written.p50, written.p90, written.p99, written.p999,
        ]
      )
      #expect(
        read.max == written.max && row.service.trimmedMean == result.overall.service.trimmedMean
      )
      #expect(
        row.missedDeadlines == result.overall.missedDeadlines && row.count == result.overall.count
      )
    }
    var scan = ParameterScan(option: "stage", wanted: 1)
    scan.append(run)
    let json = scan.json(run.context)
    #expect(json.contains("\"stage\": 2") && run.context.app == ExportSample.context.app)
    // What the stages said of their commands is said again.
    #expect(json.contains("\"missedDeadlines\": \(result.commands[0].missedDeadlines ?? -1)"))
  }

  @Test("What is neither a run nor one in stages is refused") func refusal() {
    for text in [
      "{}", "{\"schema\": \"kymograph.sweep/1\"}", "{\"schema\": \"kymograph.stages/1\"}",
    ] {
      #expect(throws: BaselineError.self) { try ScanRun(value: "1", json: text) }
    }
  }
}
