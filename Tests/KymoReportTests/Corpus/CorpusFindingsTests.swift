import Testing

@testable import KymoReport

@Suite("Findings of a corpus") struct CorpusFindingsTests {
  private func report(_ summary: CorpusSummary) -> Report {
    let findings = CorpusFindings(
      summary,
      of: "corpus.json",
      load: nil,
      tool: "kymo",
      program: "kymograph 1",
      startNanoseconds: nil
    )
    return .corpus(findings, load: nil)
  }

  @Test("A corpus that went well has a test for each task, and a notice") func pass() {
    let manifest = CorpusFixture.manifest(2)
    let report = report(CorpusFixture.summary(manifest, CorpusFixture.replays(of: manifest)))
    let junit = JUnitExport.text(of: report)
    // The verdict, four tasks, and two commands that never occur.
    #expect(junit.contains("<testsuites name=\"kymo corpus merge\" tests=\"7\" failures=\"0\""))
    #expect(junit.contains("skipped=\"2\""))
    #expect(junit.contains("<property name=\"verdict\" value=\"PASS\"/>"))
    #expect(
      GitHubAnnotationsExport.text(of: report)
        == "::notice title=kymo corpus merge%3A PASS::4 of 4 tasks are measured, "
        + "and nothing speaks against the corpus\n"
    )
    let summary = GitHubSummaryExport.text(of: report)
    #expect(summary.hasPrefix("### kymo corpus merge: PASS\n\n> [!NOTE]\n"))
    #expect(summary.contains("- DeviceCatalog: sendloc"))
  }

  @Test("What speaks against a corpus fails its own test, and the verdict's") func objections() {
    let manifest = CorpusFixture.manifest(2)
    var results = CorpusFixture.replays(of: manifest)
    results.removeLast()
    results[0] = CorpusFixture.result(
      manifest.tasks[0],
      .failed,
      message: "it <crashed>",
      report: nil
    )
    var summary = CorpusFixture.summary(manifest, results)
    let junit = JUnitExport.text(of: report(summary))
    #expect(junit.contains("tests=\"7\" failures=\"3\""))
    #expect(junit.contains("type=\"failed\">FAILED: ") && junit.contains("it &lt;crashed&gt;"))
    #expect(junit.contains("type=\"missing\">MISSING: there is no result"))
    #expect(junit.contains("type=\"PARTIAL\""))
    let annotations = GitHubAnnotationsExport.text(of: report(summary))
    #expect(annotations.contains("::error title=kymo corpus merge%3A PARTIAL::missing"))
    #expect(GitHubSummaryExport.text(of: report(summary)).contains("> [!WARNING]"))
    // What was asked for decides.
    summary.needsCoverage = true
    #expect(JUnitExport.text(of: report(summary)).contains("failures=\"5\""))
  }

  @Test("Counts that regressed fail, and those that nobody has are skipped") func counts() {
    let manifest = CorpusFixture.manifest(2, [["count"]])
    let summary = CorpusFixture.summary(
      manifest,
      manifest.tasks.map { task in
        CorpusFixture.result(
          task,
          report: CorpusFixture.counts(
            instructions: task.build.name == "head" ? 200_000 : 100_000,
            allocations: 0
          )
        )
      }
    )
    let findings = report(summary).findings
    #expect(findings.word == "REGRESSED" && findings.alert?.kind == "CAUTION")
    let tests = findings.tests.filter { $0.group == "kymo.corpus.counts" }
    #expect(
      tests.map(\.name) == ["accel instructions", "accel allocations", "accel systemCalls"]
    )
    #expect(tests.map(\.isFailed) == [true, false, false])
    #expect(tests.map(\.isSkipped) == [false, false, true])
    #expect(findings.summary.contains("| accel | instructions | 200 | 200000 | 400000 | 2 of 2 |"))
  }

  @Test("Formats of findings take a corpus of any kind, and the others are those of a run")
  func formats() {
    #expect(ExportFormat.names(for: .corpus) == ExportFormat.names(for: .run))
    let findings = ExportFormat.formats(for: .corpus).filter(\.isOfFindings).map(\.name)
    #expect(findings == ["junit", "github-summary", "github-annotations"])
  }
}
