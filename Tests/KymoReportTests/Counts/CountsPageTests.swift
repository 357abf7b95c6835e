import KymoBench
import KymoBridge
import Testing

@testable import KymoReport

@Suite("The page of counts") struct CountsPageTests {
  private func summary(_ instructions: Double?, names: [String] = ["accel", "loc"]) -> CountsSummary
  {
    var summary = CountsSummary(
      context: ExportSample.context,
      rows: (names + (names.count > 1 ? ["all"] : [])).enumerated().map { index, name in
        CountsSummary.Row(
          name: name,
          events: 1000 * (index + 1),
          perEvent: [
            (.instructions, instructions.map { $0 * Double(index + 1) }), (.allocations, 0.25),
            (.bytes, nil),
          ]
        )
      }
    )
    summary.valgrind = "valgrind-3.19.0"
    summary.facts = [("counted", "under valgrind-3.19.0")]
    summary.notes = ["unavailable: bytes: dhat is <not> there"]
    return summary
  }

  private func html(_ summary: CountsSummary) -> String {
    HTMLExport.text(of: .counts(summary, json: "{}"))
  }

  private func baseline(_ instructions: Double, allocations: Double) throws -> CountsBaseline {
    func row(_ name: String) -> String {
      """
      {"name": "\(name)", "countedEvents": 10,
      "perEvent": {"instructions": \(instructions), "allocations": \(allocations)}}
      """
    }
    return try CountsBaseline(
      json: """
        {"schema": "kymograph.counts/1", "recording": "a", "recordingDigest": "d", "app": "b", "mode": null,
        "processorFeatures": null, "valgrind": "valgrind-3.22.0", "valid": true,
        "commands": [\(row("accel")), \(row("loc"))], "overall": \(row("all"))}
        """,
      name: "before.json"
    )
  }

  @Test("has the verdict, the figures of all, each command, and how they came about") func page() {
    let html = html(summary(500))
    #expect(
      html.inOrder(
        "<title>walk &amp; &quot;run&quot;.mcap \u{2013} kymo count</title>",
        "<h1>",
        "<p class=\"verdict valid\"><strong>Valid</strong> Nothing speaks against comparing these counts.</p>",
        "<dt>instructions per event</dt><dd>1,500</dd>",
        "<dt>allocations per event</dt><dd>0.250</dd>",
        "<h2>Counts</h2>",
        "all commands",
        "<bdi>accel</bdi>",
        "<bdi>loc</bdi>",
        "dhat is &lt;not&gt; there",
        "<h2>The run</h2>",
        "under valgrind-"
      )
    )
    #expect(
      html.withoutLabels.contains(
        "<td>500<span class=\"bar\" aria-hidden=\"true\"><span style=\"width:50.0%\"></span></span></td>"
      )
    )
    #expect(!html.contains("Compared with") && !html.contains("<h2>Limits"))
    #expect(ReportSample.scripts(in: html) == 1 && html == self.html(summary(500)))
  }

  @Test("says why nothing was counted") func invalid() {
    var summary = summary(nil, names: ["accel"])
    summary.invalidReason = "nothing could be counted"
    let html = html(summary)
    #expect(
      html.inOrder(
        "<title>INVALID: ",
        "<strong>INVALID</strong>\n<p>Do not compare these counts with others, because:</p>",
        "<li>nothing could be counted</li><li>unavailable: bytes"
      )
    )
  }

  @Test("names what changed since a baseline, and how many figures did not") func comparison()
    throws
  {
    var summary = summary(500)
    summary.baseline = try baseline(500, allocations: 0)
    let html = html(summary).withoutLabels
    #expect(
      html.inOrder(
        "Nothing speaks against comparing these counts: 5 of 6 changed since before.json.",
        "<h2>Compared with <bdi>before.json</bdi></h2>",
        "<bdi>accel</bdi></th><td>allocations</td><td>0</td><td>0.250</td>",
        "<strong class=\"slower\">\u{25B2} new</strong>",
        "<bdi>loc</bdi></th><td>instructions</td><td>500</td><td>1,000</td>"
          + "<td><strong class=\"slower\">\u{25B2} 100 %</strong></td>",
        "1 more figures are the same.",
        "valgrind-3.22.0 counted there, valgrind-3.19.0 here"
      )
    )
  }

  @Test("names a limit that is broken in its verdict") func limits() {
    var summary = summary(500)
    let limit = FigureLimit(.counted(.instructions), 100, at: .option("--limit"))
    summary.context.limits = LimitJudgement([limit.judged(by: summary.reading(for: limit))])
    let html = html(summary)
    #expect(html.inOrder("class=\"verdict invalid\"", "<h2>Limits</h2>", "<h2>Counts</h2>"))
  }
}
