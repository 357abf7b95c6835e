import KymoBench
import Testing

@testable import KymoReport

@Suite("Limits in reports") struct LimitExportTests {
  private func context() -> ExportContext {
    var context = ExportSample.context
    let limits = [
      FigureLimit(.time(.response, .p99), 1000, of: "accel", at: .file("k,l.json", line: 7)),
      FigureLimit(.counted(.instructions), 805, at: .file("k,l.json", line: 8)),
      FigureLimit(.drops, 0, at: .option("--limit drops=0")),
    ]
    context.limits = LimitJudgement(limits) { limit in
      switch limit.figure {
      case .time: .value(2_500_000)
      case .drops: .value(0)
      default: .none("it is <counted>")
      }
    }
    return context
  }

  @Test("A broken limit is a failed test, an unmeasured one a skipped one") func junit() throws {
    let text = ExportFormat.junit.text(of: try ExportSample.result(), context())
    let broken = "accel response.p99 is 2.50 ms, at most 1.00 \u{B5}s (k,l.json:7)"
    #expect(
      text.contains("<failure message=\"\(broken)\" type=\"limit\">BROKEN: \(broken)</failure>")
    )
    #expect(text.contains("failures=\"1\""))
    #expect(text.contains("skipped=\"1\""))
    #expect(
      text.contains(
        "<skipped message=\"all instructions, at most 805, is not measured: it is &lt;counted&gt;"
      )
    )
    #expect(text.contains("name=\"all drops at most 0 events\""))
    let plain = ExportFormat.junit.text(of: try ExportSample.result(), ExportSample.context)
    #expect(!plain.contains("kymo.bench.limit") && plain.contains("skipped=\"0\""))
  }

  @Test("An annotation stands at the line of the limit") func annotations() throws {
    let text = ExportFormat.githubAnnotations.text(of: try ExportSample.result(), context())
    let lines = text.split(separator: "\n").map { String($0) }
    #expect(
      lines[0]
        == "::error file=k%2Cl.json,line=7,title=kymo bench%3A limit broken::"
        + "accel response.p99 is 2.50 ms, at most 1.00 \u{B5}s (k,l.json:7)"
    )
    #expect(lines.contains { $0.hasPrefix("::notice title=kymo bench%3A 1 limits not measured::") })
  }

  @Test("Summary, page and JSON have a row for each") func others() throws {
    let result = try ExportSample.result()
    let summary = ExportFormat.githubSummary.text(of: result, context())
    #expect(summary.contains("Limits: 1 kept, 1 BROKEN, 1 not measured."))
    #expect(
      summary.contains("| accel response.p99 | 2.50 ms | at most 1.00 \u{B5}s | **BROKEN** |")
    )
    let page = ExportFormat.html.text(of: result, context())
    #expect(page.contains("<h2>Limits</h2>"))
    #expect(page.contains("<strong class=\"slower\">BROKEN</strong>"))
    let json = ExportFormat.json.text(of: result, context())
    #expect(json.contains("\"verdict\": \"broken\""))
    #expect(json.contains("\"option\": \"--limit drops=0\""))
    #expect(!ExportFormat.json.text(of: result, ExportSample.context).contains("\"limits\""))
  }

  @Test("Figures that three digits cannot tell apart are written in full") func close() {
    let limit = FigureLimit(.time(.response, .p99), 1_000_000, at: .option(""))
    #expect(limit.judged(by: .value(1_000_400)).sentence.contains("1,000,400 ns"))
    let share = FigureLimit(.counted(.allocations), 0.003917, at: .option(""))
    #expect(
      share.judged(by: .value(0.003916666666666666)).sentence
        == "all allocations is 0.003917, at most 0.003917"
    )
    #expect(
      share.judged(by: .value(0.0039171)).sentence
        == "all allocations is 0.0039171, at most 0.003917"
    )
    let third = FigureLimit(.counted(.allocations), 0.003333, at: .option(""))
    #expect(
      third.judged(by: .value(0.0033333333333333335)).sentence
        == "all allocations is 0.0033333, at most 0.003333",
      "as many digits as tell them apart, and no more"
    )
    let few = FigureLimit(.counted(.retains), 810, tolerance: .amount(2), at: .option(""))
    #expect(few.judged(by: .value(811)).limitText == "at most 812 (810 + 2)")
    let most = FigureLimit(.knee, 100_000, tolerance: .percent(20), at: .option(""))
    #expect(
      most.judged(by: .value(90_000)).limitText
        == "at least 80,000 events/s (100,000 events/s - 20 %)"
    )
    let count = FigureLimit(.counted(.instructions), 805, tolerance: .percent(1), at: .option(""))
    #expect(
      count.judged(by: .value(822.98)).sentence
        == "all instructions is 822.980, at most 813.050 (805 + 1 %)"
    )
    let slack = FigureLimit(
      .time(.response, .p99),
      1_000_000,
      tolerance: .percent(25),
      at: .option("")
    )
    #expect(
      slack.judged(by: .value(1_250_400)).sentence
        == "all response.p99 is 1,250,400 ns, at most 1,250,000 ns (1,000,000 ns + 25 %)",
      "what the tolerance allows is close, too"
    )
    let missed = FigureLimit(.deadlineMisses, 0.01, at: .option(""))
    #expect(missed.judged(by: .value(0.010004)).actualText.hasPrefix("1.0004"))
    #expect(missed.judged(by: .value(0.0099996)).actualText == "1.00 %", "which is kept")
    let knee = FigureLimit(.knee, 100_000, at: .option(""))
    #expect(knee.judged(by: .value(99_999.75)).actualText == "99999.8 events/s")
  }

  @Test("Counts in every format") func counts() {
    var summary = CountsSummary(
      context: context(),
      rows: [
        CountsSummary.Row(
          name: "accel",
          events: 1000,
          perEvent: [(.instructions, 805.5), (.allocations, 0), (.systemCalls, nil)]
        ),
        CountsSummary.Row(name: "all", events: 1000, perEvent: [(.instructions, 805.5)]),
      ]
    )
    func text(_ export: any ResultExport.Type) -> String {
      export.text(of: .counts(summary, json: "{}\n"))
    }
    #expect(text(JSONExport.self) == "{}\n")
    #expect(text(JUnitExport.self).contains("instructions 805.500 per event"))
    #expect(text(JUnitExport.self).contains("tests=\"6\" failures=\"1\""))
    #expect(text(OtavaCSVExport.self).hasPrefix("time,commit,valid,counts,accel.instructions,"))
    #expect(
      text(OtavaCSVExport.self).split(separator: "\n").last?.hasSuffix(",abc123,1,1,805.5,0,,805.5")
        == true
    )
    #expect(text(BencherExport.self).contains("\"instructions\": {"))
    #expect(!text(BencherExport.self).contains("system-calls"))
    #expect(text(GitHubBenchmarkExport.self).contains("\"name\": \"accel allocations\""))
    #expect(text(GitHubSummaryExport.self).contains("| accel | 1000 | 805.500 | 0 | - |"))
    #expect(text(GitHubAnnotationsExport.self).contains("::error file=k%2Cl.json,line=7,"))
    // A history of runs is not continued by counts, nor the other way round.
    let header = String(text(OtavaCSVExport.self).split(separator: "\n")[0])
    #expect(OtavaCSVExport.canContinue(after: header, of: .counts))
    #expect(!ExportFormat.otavaCSV.canContinue(after: header))
    #expect(
      OtavaCSVExport.continuation(text(OtavaCSVExport.self), after: header, of: .counts) != nil
    )
    let other = OtavaCSVExport.continuation(
      text(OtavaCSVExport.self),
      after: "time,commit",
      of: .counts
    )
    #expect(other == nil)
    summary.invalidReason = "a second count is not the same"
    #expect(text(JUnitExport.self).contains("type=\"invalid\""))
    #expect(text(BencherExport.self).contains("accel-bencher-ignore"))
    #expect(
      text(GitHubAnnotationsExport.self).contains("::error title=kymo count%3A INVALID::")
    )
  }
}
