import KymoBench
import KymoText
import Testing

@testable import KymoReport

@Suite("Stages, scans and sweeps in reports") struct SeveralRunsTests {
  private func staged(_ results: [LoadResult], wanted: Int) -> StagedLoad {
    var load = StagedLoad(wanted: wanted)
    for result in results {
      load.append(
        StagedLoad.Stage(rate: .steady(1000), durationNanoseconds: 2_000_000_000, result: result)
      )
    }
    return load
  }

  @Test("Each stage has its figures and its verdict") func stages() throws {
    let (good, bad) = (try ExportSample.result(), try ExportSample.invalidResult())
    let load = staged([good, bad], wanted: 2)
    #expect(!load.isValid && !load.isInterrupted)
    #expect(staged([good, good], wanted: 2).isValid)
    let half = staged([good], wanted: 2)
    #expect(!half.isValid && half.isInterrupted, "a stage is missing")
    let json = load.json(ExportSample.context)
    #expect(json.contains("\"schema\": \"kymograph.stages/1\""))
    #expect(json.count(of: "\"durationNanoseconds\": 2000000000") == 2)
    #expect(json.count(of: "\"valid\": false") == 2, "the whole, and one stage")
    let page = load.html(ExportSample.context)
    #expect(page.contains("Response time in stage 2") && page.contains("<li>stage 2: "))
    #expect(!page.contains("<li>stage 1: "))
    #expect(page.contains(HTMLText.name(ExportSample.oddName.replacing("\u{7}", with: "?"))))
    #expect(half.html(ExportSample.context).contains("stopped after 1 of 2 stages"))
    let junit = JUnitExport.text(of: .stages(load, ExportSample.context))
    #expect(junit.contains("tests=\"2\" failures=\"1\"") && junit.contains("INVALID: stage 2: "))
    #expect(
      GitHubSummaryExport.text(of: .stages(half, ExportSample.context))
        .contains("bench --stage: INVALID")
    )
  }

  @Test("A limit is one of every stage, or of those that have its rate") func limits() throws {
    let result = try ExportSample.result()
    var load = StagedLoad(wanted: 2)
    for rate in [1000.0, 2000].map(StageRate.steady) {
      load.append(.init(rate: rate, durationNanoseconds: 1, result: result))
    }
    func limit(_ value: Double, at rate: Double?) -> FigureLimit {
      FigureLimit(
        .time(.response, .p50),
        value,
        condition: rate.map { .rate($0) },
        at: .file("l.json", line: 3)
      )
    }
    let judgement = load.judgement(of: [
      limit(1, at: nil), limit(1e12, at: 2000), limit(1, at: 3000),
    ]) { limit, stage in stage.result.reading(for: limit, plannedRate: stage.rate.mean) }
    #expect(judgement.all.map(\.stage) == [1, 2, 2, 1, 2])
    #expect(judgement.summary == "1 kept, 2 BROKEN, 2 not measured")
    var context = ExportSample.context
    context.limits = judgement
    let annotations = GitHubAnnotationsExport.text(of: .stages(load, context))
    #expect(annotations.contains("::stage 2: all response.p50 is "))
    #expect(JUnitExport.text(of: .stages(load, context)).contains("tests=\"7\" failures=\"2\""))
    #expect(JSONExport.text(of: .stages(load, context)).contains("\"stage\": 2"))
    #expect(HTMLExport.text(of: .stages(load, context)).contains("2 limits BROKEN"))
  }

  @Test("A sweep says to CI what became of the limit of its knee") func sweep() throws {
    var sweep = LoadSweep(
      [LatencyObjective(.p50, atMost: 1_000_000)],
      RateSearch(from: 1000, within: 1000...1000)
    )
    sweep.note(try ExportSample.result())
    var context = ExportSample.context
    context.command = "sweep"
    let limit = FigureLimit(.knee, 2000, at: .file("l.json", line: 3))
    let judgement = LimitJudgement([limit]) { sweep.reading(for: $0) }
    context.limits = judgement
    func summary() -> SweepSummary {
      SweepSummary(sweep: sweep, arrivals: "", durationNanoseconds: 1, context: context)
    }
    // Nothing above 1,000 events/s was tried: whether 2,000 would be kept is not known.
    #expect(judgement.summary == "1 not measured")
    let junit = JUnitExport.text(of: .sweep(summary()))
    #expect(junit.contains("tests=\"2\" failures=\"0\"") && junit.contains("<skipped"))
    context.limits = LimitJudgement([limit]) { _ in .between(low: 900, high: 1000) }
    #expect(JUnitExport.text(of: .sweep(summary())).contains("type=\"limit\""))
    let annotations = GitHubAnnotationsExport.text(of: .sweep(summary()))
    #expect(annotations.hasPrefix("::error file=l.json,line=3,title="))
    #expect(annotations.contains("all knee is 900.0 events/s, at least 2,000 events/s"))
    let text = GitHubSummaryExport.text(of: .sweep(summary()))
    #expect(text.contains("kymo sweep: valid") && text.contains("**BROKEN**"))
    #expect(HTMLExport.text(of: .sweep(summary())).contains("<h2>Limits</h2>"))
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func count(of text: String) -> Int { split(separator: text).count - 1 }
}
