import Testing

@testable import KymoBench
@testable import KymoReport

@Suite("Gate: exports") struct GateExportTests {
  private func phase(_ head: Double, control: Double = 1) -> PhaseJudgement {
    let pairs = { (ratio: Double) in
      (0..<20).map { _ in MeasuredPair(base: 1000, head: 1000 * ratio) }
    }
    var series = GateSeries(GateMetric(command: "a|<b>", quantity: .cost))
    series.pairs = pairs(head)
    series.control = pairs(control)
    series.canary = pairs(1.1)
    if head != 1 { series.confirmation = pairs(head) }
    return PhaseJudgement(
      GatePhase(
        name: "cost",
        series: [series],
        canary: .init(metric: series.metric, nanoseconds: 10)
      ),
      threshold: 0.03,
      rules: GateRules(metricCount: 4)
    )
  }

  private func summary(_ head: Double, control: Double = 1) -> GateSummary {
    let phases = [phase(head, control: control)]
    let counts = [
      CountComparison(
        name: "instructions",
        base: 500,
        head: head > 1 ? 600 : 500,
        events: 100,
        allowedShare: 0.01,
        changes: head > 1 ? [CountChange(name: "low", base: 2, head: 3)] : []
      ), CountComparison(name: "allocations", unavailable: "no valgrind"),
    ]
    return GateSummary(
      program: "kymograph 0.1.0",
      base: "main (abc)",
      head: "HEAD (def)",
      recording: "walk.mcap",
      decision: GateDecision(digests: nil, counts: counts, phases: phases),
      phases: phases,
      counts: counts,
      notes: ["a *note*"],
      seconds: 12.5,
      startNanoseconds: 1_441_812_279_474_000_000
    )
  }

  @Test("a regression, to the letter") func regressed() {
    let summary = summary(1.2)
    #expect(
      GitHubAnnotationsExport.text(of: .gate(summary)) == """
        ::error title=kymo gate%3A a|<b> cost REGRESSED::a|<b> cost: 1.00 µs in BASE, 1.20 µs in HEAD, \
        +20.0 %25 (+20.0 %25 to +20.0 %25); +20.0 %25 in an independent batch
        ::error title=kymo gate%3A instructions REGRESSED::instructions: 5.000 per event in BASE, \
        6.000 per event in HEAD, +20.0 %25; +1.0 %25 is allowed; more in low (+1)

        """
    )
    #expect(
      GitHubSummaryExport.text(of: .gate(summary)) == """
        ### kymo gate: REGRESSED

        > [!CAUTION]
        > HEAD is worse than BASE in counts and cost.
        > - counts: instructions: +20.0 % in HEAD, 6 instead of 5 per event; more in low (+1)
        > - a\\|\\<b\\> cost: HEAD is slower by +20.0 %, and by +20.0 % in an independent batch

        BASE is main (abc), HEAD is HEAD (def).

        | measured by | figure | BASE | HEAD | change | bounds | verdict |
        |---|---|---:|---:|---:|---:|---|
        | cost | a\\|\\<b\\> cost | 1.00 µs | 1.20 µs | +20.0 % | +20.0 % to +20.0 % | REGRESSED, \
        +20.0 % in an independent batch |
        | counts | instructions | 5.000 per event | 6.000 per event | +20.0 % | – | REGRESSED, \
        +1.0 % is allowed; more in low (+1) |
        | counts | allocations | – | – | – | – | not counted, no valgrind |

        - a \\*note\\*

        walk.mcap, 12.5 s, kymograph 0.1.0.

        """
    )
    let junit = JUnitExport.text(of: .gate(summary))
    #expect(junit.contains("tests=\"5\" failures=\"3\" errors=\"0\" skipped=\"1\" time=\"12.500\""))
    #expect(
      junit.contains(
        """
            <testcase classname="kymo.gate.cost" name="a|&lt;b&gt; cost" time="0.000001200">
              <failure message="REGRESSED, +20.0 % in an independent batch&#10;a|&lt;b&gt; cost
        """
      )
    )
    #expect(junit.contains("      <skipped/>\n      <system-out>not counted, no valgrind"))
    #expect(junit.contains("timestamp=\"2015-09-09T15:24:39\""))
  }

  @Test("a pass is a notice, what is not known a warning") func others() {
    let pass = summary(1)
    #expect(
      GitHubAnnotationsExport.text(of: .gate(pass))
        == "::notice title=kymo gate%3A PASS::HEAD (def) is no worse than main (abc): only counts and cost "
        + "were compared; allocations were not counted: no valgrind\n"
    )
    #expect(GitHubSummaryExport.text(of: .gate(pass)).contains("> [!NOTE]\n"))
    #expect(JUnitExport.text(of: .gate(pass)).contains("failures=\"0\""))

    let better = GitHubAnnotationsExport.text(of: .gate(summary(0.8)))
    #expect(better.hasPrefix("::notice title=kymo gate%3A IMPROVED::"))
    #expect(better.contains("%0Aa|<b> cost: 1.00 µs in BASE, 800.0 ns in HEAD, -20.0 %25"))

    let invalid = summary(1, control: 1.2)
    #expect(
      GitHubAnnotationsExport.text(of: .gate(invalid)).hasPrefix(
        "::warning title=kymo gate%3A INVALID::cost: BASE differs from itself"
      )
    )
    #expect(GitHubSummaryExport.text(of: .gate(invalid)).contains("> [!WARNING]\n"))
    #expect(
      JUnitExport.text(of: .gate(invalid)).contains("type=\"INVALID\">INVALID&#10;cost: BASE")
    )
  }

  @Test("the page has the verdict, every figure, the functions, and how to do it again") func page()
  {
    var summary = summary(1.2)
    summary.commandLine = "kymo gate a <b> walk.mcap"
    summary.facts = [GateSummary.Fact("machine", "<2> cores")]
    let html = HTMLExport.text(of: .gate(summary)).withoutLabels
    for fragment in [
      "<strong>REGRESSED</strong>", "<p>HEAD is worse than BASE in counts and cost.</p>",
      "<code>kymo gate a &lt;b&gt; walk.mcap</code>", "<bdi>&lt;2&gt; cores</bdi>",
      "<bdi>a|&lt;b&gt; cost</bdi>",
      "<th scope=\"row\"><bdi>low</bdi></th><td>2.0</td><td>3.0</td>",
      "BASE against itself: +0.0 %. 10 ns added on purpose: +10.0 %, seen.",
      "<li>a *note*</li>", "not counted, no valgrind",
    ] {
      #expect(html.contains(fragment), "\(fragment)")
    }
    #expect(HTMLExport.text(of: .gate(self.summary(1))).contains("class=\"verdict found valid\""))
  }

  @Test("files of their own, and a summary that is appended to") func files() {
    let formats = ExportFormat.formats(for: .gate)
    #expect(
      formats.map(\.defaultFile)
        == ["gate.junit.xml", "gate.github-summary.md", "-", "gate.html"]
    )
    #expect(formats.filter(\.appends).map(\.name) == ["github-summary"])
    #expect(formats.filter(\.joinsOutput).map(\.name) == ["github-annotations"])
    #expect(formats[1].continuation("a\n", after: "x") == "\na\n")
    #expect(formats[0].continuation("a", after: "x") == nil)
  }
}
