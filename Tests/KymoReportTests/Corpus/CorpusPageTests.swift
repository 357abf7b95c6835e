import KymoBench
import Testing

@testable import KymoReport

@Suite("The page of a corpus") struct CorpusPageTests {
  private func html(
    _ summary: CorpusSummary,
    load: (result: LoadResult, context: ExportContext)? = nil
  ) -> String {
    let findings = CorpusFindings(
      summary,
      of: "drives/<corpus>.json",
      load: load,
      tool: "kymo",
      program: "kymograph 1",
      commandLine: "kymo corpus merge drives/corpus.json results",
      startNanoseconds: nil
    )
    return HTMLExport.text(of: .corpus(findings, load: load))
  }

  @Test("begins with the verdict, folds what is fine, and ends with the facts") func pass() {
    let manifest = CorpusFixture.manifest(3)
    let html = html(CorpusFixture.summary(manifest, CorpusFixture.replays(of: manifest)))
    #expect(
      html.inOrder(
        "<title>PASS: drives/&lt;corpus&gt;.json \u{2013} kymo corpus merge</title>",
        "<div class=\"verdict found valid\"><strong>PASS</strong>\n<p>6 of 6 tasks are measured, and "
          + "nothing speaks against the corpus.</p>",
        "<h1>",
        "<dt>tasks measured</dt><dd>6 of 6</dd>",
        "<dt>recordings</dt><dd>3</dd>",
        "<h2>Tasks</h2>\n<details>\n<summary>Tasks that are fine: 6</summary>",
        "10 outcomes, <bdi>digest 0</bdi> <small>in 0.5 s</small>",
        "</details>",
        "<h2>Replays</h2>",
        "<h2>Commands that occur</h2>",
        "1 of 3 commands of DeviceCatalog occur",
        "<h2>The run</h2>",
        "head: executable ",
        "<h2>Run it again</h2>"
      )
    )
    #expect(!html.contains("something speaks against") && !html.contains("<h2>Files"))
    #expect(ReportSample.scripts(in: html) == 1)
  }

  @Test("has the tasks first that something speaks against, and says what to run again")
  func objections() {
    let manifest = CorpusFixture.manifest(3)
    var results = CorpusFixture.replays(of: manifest)
    results.removeLast()
    let words = "it <crashed>"
    results[1] = CorpusFixture.result(manifest.tasks[1], .failed, message: words, report: nil)
    results[2] = CorpusFixture.result(
      manifest.tasks[2],
      .diverged,
      report: CorpusFixture.replay(digest: "another")
    )
    let html = html(CorpusFixture.summary(manifest, results))
    #expect(
      html.inOrder(
        "<div class=\"verdict found invalid\" role=\"alert\"><strong>DIVERGED</strong>",
        "4 of 6 tasks are measured, and 4 things speak against it:",
        "<li>diverged: ",
        "Run again: kymo corpus run drives/&lt;",
        "--task 1,5 -o RESULTS</p>",
        "<h2>Tasks</h2>",
        "<strong class=\"slower\">DIVERGED</strong>",
        "<strong class=\"slower\">DIFFERS</strong>",
        "<strong class=\"slower\">FAILED</strong>",
        "it &lt;crashed&gt;",
        "<strong class=\"slower\">MISSING</strong>",
        "there is no result",
        "<summary>Tasks that are fine: 2</summary>"
      )
    )
  }

  @Test("has counts that regressed first, and a bar for each recording; most of many are folded")
  func counts() {
    let manifest = CorpusFixture.manifest(25, [["count"]])
    let summary = CorpusFixture.summary(
      manifest,
      manifest.tasks.map { task in
        let isMore = task.build.name == "head" && task.index == 7
        return CorpusFixture.result(
          task,
          report: CorpusFixture.counts(instructions: isMore ? 200_000 : 100_000, allocations: 0)
        )
      }
    )
    let html = html(summary).withoutLabels
    #expect(
      html.inOrder(
        "<strong>REGRESSED</strong>",
        "<li>regressed: instructions of accel, in 1 of 25 recordings</li>",
        "<strong class=\"slower\">REGRESSED</strong></td><td",
        "instructions of accel",
        "2,000 instructions per event of 100 counted events",
        "<summary>Tasks that are fine: 49</summary>",
        "<h2><bdi>head</bdi> beside <bdi>base</bdi></h2>",
        "\u{25B2} +4.0 %</strong></td><td",
        "1 of 25 <small>most in <bdi>drives/11.mcap</bdi></small>",
        "<h2>Each recording</h2>",
        "<th scope=\"row\"><bdi>drives/11.mcap</bdi></th>",
        "<td>1,000<span class=\"bar\" aria-hidden=\"true\"><span style=\"width:50.0%\">",
        "<td>2,000<span class=\"bar\" aria-hidden=\"true\"><span style=\"width:100.0%\">",
        "<summary>The others: 5</summary>"
      )
    )
  }

  @Test("has the times of each recording, and all of one load together") func load() throws {
    let manifest = CorpusFixture.manifest(9, [["bench"]])
    let results = try manifest.tasks.map { task in
      let cost: Int64 = task.build.name == "head" ? 30_000 : 20_000
      return CorpusFixture.result(
        task,
        report: try CorpusFixture.load(cost: cost, recording: task.recording)
      )
    }
    var summary = CorpusFixture.summary(manifest, results)
    summary.threshold = 0.1
    let last = try #require(summary.loads.last)
    let html = html(summary, load: (last.union, last.context))
    #expect(
      html.inOrder(
        "<h2><bdi>head</bdi> beside <bdi>base</bdi></h2>",
        "\u{25B2} +50.",
        "class=\"bar range\"",
        "<h2>Each recording</h2>",
        "p50, base",
        "p99, head",
        "<h2>All recordings together</h2>\n<p>As if they were one run: 9 recordings, head, bench.",
        "<h2>Percentiles</h2>",
        "<h2>Figures</h2>",
        "<h2>The run</h2>"
      )
    )
    // Of several loads there is a table for each.
    let several = self.html(summary)
    #expect(
      several.inOrder(
        "<h2>All recordings together</h2>",
        "Response time, base, bench",
        "Response time, head"
      )
    )
    #expect(!several.contains("<h2>Percentiles"))
  }

  @Test("names files that are no result") func files() {
    let manifest = CorpusFixture.manifest(1)
    var merge = CorpusMerge(manifest)
    for result in CorpusFixture.replays(of: manifest) {
      merge.add(result.text, from: "\(result.taskID).json")
    }
    merge.add("{", from: "half<.json")
    let html = html(merge.summary())
    #expect(
      html.inOrder(
        "<strong>PARTIAL</strong>",
        "<h2>Files</h2>",
        "half&lt;.json",
        "DAMAGED</strong>"
      )
    )
  }

  @Test("Indices are written as engines take them") func ranges() {
    #expect(CorpusSummary.ranges([3, 7, 8, 9, 11]) == "3,7-9,11")
    #expect(CorpusSummary.ranges([]) == "")
  }
}
