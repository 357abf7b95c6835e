import KymoCore
import Testing

@testable import KymoBench
import KymoBenchFixtures
@testable import KymoReport

@Suite("The page of a sweep") struct SweepPageTests {
  /// A server that takes 20 µs for everything, and what it was tried with.
  private func sweep(_ objectives: LatencyObjective...) throws -> LoadSweep {
    var sweep = LoadSweep(objectives, RateSearch(from: 10_000, within: 1000...1e6))
    while let rate = sweep.nextRate {
      let clock = VirtualClock()
      var configuration = LoadConfiguration()
      configuration.warmUp = .events(0)
      let run = try LoadRun(
        LoadFixture.workload(10),
        plan: .constant(rate: rate, length: .nanoseconds(1_000_000_000)),
        configuration: configuration
      )
      let work = LoadFixture.Work(clock, cost: 20_000)
      sweep.note(run.simulate(table: try LoadFixture.table(work), clock: clock))
    }
    return sweep
  }

  private func html(_ sweep: LoadSweep) -> String {
    var context = ExportSample.context
    context.command = "sweep"
    context.environment = RunEnvironment(kernel: nil, toolchain: nil, commandLine: "kymo sweep")
    return HTMLExport.text(
      of: .sweep(
        SweepSummary(
          sweep: sweep,
          arrivals: "constant",
          durationNanoseconds: 1_000_000_000,
          context: context
        )
      )
    )
  }

  @Test("curve, objective, knee, and why rates were not kept") func page() throws {
    let sweep = try sweep(LatencyObjective(.p99, atMost: 25_000))
    let html = html(sweep)
    let knee = try #require(sweep.knee.rate)
    for fragment in [
      "<title>walk &amp; &quot;run&quot;.mcap \u{2013} kymo sweep</title>",
      "<p class=\"verdict valid\"><strong>\(QuantityLabel.rate(knee))</strong> is the highest rate",
      "<div><dt>knee, events/s</dt><dd>\(QuantityLabel.number(knee))</dd></div>",
      "<dt>objective</dt><dd>p99 of all at 25.0 µs or less</dd>",
      "id=\"throughput\" data-kind=\"series\" data-names=\"p50|p99|p99.9|max\"",
      "<line class=\"knee\" ", ">knee, \(QuantityLabel.rate(knee))</text>",
      ">p99 \u{2264} 25.0 µs</text>",
      "<tr><th scope=\"row\">10,000</th><td>10,000</td><td>20.0 µs</td>",
      "<td>kept</td>", "<strong class=\"slower\">INVALID</strong>",
      "<h2>Why rates were not kept</h2>", "<strong>80,000 events/s</strong>: INVALID: ",
    ] {
      #expect(html.withoutLabels.contains(fragment), "\(fragment)")
    }
    #expect(
      html.inOrder(
        "<h1>",
        "class=\"verdict valid\"",
        "<dl class=\"tiles\"",
        "<h2>Throughput and latency</h2>",
        "<h2>Why rates were not kept</h2>",
        "<h2>The run</h2>",
        "<h2>Run it again</h2>"
      )
    )
    // As many hollow marks as values of runs that were not kept.
    let missed = sweep.steps.count { !$0.isKept }
    #expect(html.matches(of: /mark c\d missed/).count == missed * 4)
    #expect(ReportSample.scripts(in: html) == 1)
    #expect(html == self.html(sweep))
  }

  @Test("a figure for each command that an objective is about") func commands() throws {
    let html = html(
      try sweep(
        LatencyObjective(.p90, atMost: 25_000),
        LatencyObjective(.p99, atMost: 30_000, of: "accel")
      )
    )
    #expect(html.contains("data-names=\"p50|p90|p99|p99.9|max\""))
    #expect(html.contains("id=\"throughput2\""))
    #expect(html.contains("Response time of accel over the offered rate"))
  }

  @Test("a sweep without a single run is a page") func nothing() throws {
    var sweep = LoadSweep([LatencyObjective(.p99, atMost: 1)], RateSearch(from: 10, within: 1...20))
    sweep.interrupt()
    let html = html(sweep)
    #expect(html.contains("<title>INTERRUPTED: "))
    #expect(html.contains("<strong>Not found</strong>\n<p>the sweep was interrupted.</p>"))
    #expect(!html.contains("<figure") && !html.contains("nan") && html.hasSuffix("</html>\n"))
  }

  @Test("no rate at all") func never() throws {
    let html = html(try sweep(LatencyObjective(.p99, atMost: 10_000)))
    #expect(html.contains("<strong>No rate</strong>\n<p>from 1,000 events/s up keeps p99 of all"))
    #expect(!html.contains("class=\"knee\""))
  }
}
