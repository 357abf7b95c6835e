import KymoCore
import KymoHistogram
import Testing

@testable import KymoBench
import KymoBenchFixtures
@testable import KymoReport

@Suite("The report") struct HTMLReportTests {
  private let context = ExportSample.context

  @Test("what a valid run says, to the letter") func fragments() throws {
    let html = ExportFormat.html.text(of: try ExportSample.result(), context)
    for fragment in [
      "<!doctype html>\n<html lang=\"en\">\n",
      "<title>walk &amp; &quot;run&quot;.mcap \u{2013} kymo bench</title>",
      "<h1><bdi>walk &amp; &quot;run&quot;.mcap</bdi></h1>\n<p class=\"verdict valid\">",
      "<div><dt>response p50</dt><dd>10.0 µs</dd></div>",
      "<div><dt>response p99.9</dt><dd>\u{2013}</dd></div>",
      "<div><dt>response max</dt><dd>8.00 ms</dd></div>",
      "<div><dt>achieved rate</dt><dd>100.0 %</dd></div>",
      "<dt>arrivals</dt><dd>constant, 1000.0 events/s</dd>",
      "<dt>offered</dt><dd>1,000 events/s</dd>",
      "<dt>drops</dt><dd>none</dd>",
      "<dt>threads</dt><dd>not pinned</dd>",
      "<dt>begun</dt><dd><time datetime=\"2015-09-09T15:24:39Z\">2015-09-09T15:24:39Z</time></dd>",
      "<caption><span>Response time, from when each event was due</span></caption>",
      "<tr><th scope=\"row\"><bdi>accel</bdi></th><td>1,800</td><td>10.0 µs</td><td>10.0 µs</td>"
        + "<td>10.0 µs</td><td class=\"none\">\u{2013}</td><td class=\"none\">\u{2013}</td>"
        + "<td>8.00 ms</td></tr>",
      "<tr><th scope=\"row\"><bdi>accel</bdi></th><td>1,800</td></tr>",
      "Ringed: the longest, 8.00 ms, of an event that was due within the interval from 1.000 s.",
    ] {
      #expect(html.withoutLabels.contains(fragment), "\(fragment)")
    }
    #expect(!html.contains("Compared with"))
    #expect(!html.contains("id=\"reply\""), "no command replies")
    #expect(ReportSample.scripts(in: html) == 1)
  }

  @Test("an invalid run says so before everything else, and in its title") func invalid() throws {
    let html = ExportFormat.html.text(of: try ExportSample.invalidResult(), context)
    #expect(html.contains("<title>INVALID: walk"))
    #expect(
      html.contains(
        """
        <div class="verdict invalid" role="alert"><strong>INVALID</strong>
        <p>Do not compare these figures with others, because:</p>
        <ul><li>5 events were lost (queue, newest)</li></ul>
        """
      )
    )
    #expect(html.contains("<dt>drops</dt><dd><bdi>queue, newest</bdi> 5</dd>"))
  }

  @Test("an invalid run says what to do about it, behind why") func advice() throws {
    var context = context
    context.advice = "wait for an idle machine & more"
    let html = ExportFormat.html.text(of: try ExportSample.invalidResult(), context)
    #expect(html.contains("</li></ul>\n<p>wait for an idle machine &amp; more</p>\n</div>"))
    let valid = ExportFormat.html.text(of: try ExportSample.result(), context)
    #expect(!valid.contains("idle machine"))
  }

  @Test("nothing from a file becomes markup, anywhere") func escaping() throws {
    var result = try ExportSample.result()
    let names = result.commands.indices.map { ReportSample.hostile + "\($0)" }
    result = result.with(commands: zip(result.commands, names).map { $0.with(name: $1) })
    let context = try ReportSample.context()
    let html = ExportFormat.html.text(of: result, context)
    #expect(ReportSample.scripts(in: html) == 1)
    #expect(html.matches(of: /<\/script/).count == 1)
    #expect(!html.contains("alert('1')") && !html.contains("\"&\u{1B}"))
    let control = html.unicodeScalars.filter { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E }
    #expect(control.isEmpty)
    let escaped = "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;&amp;\u{FFFD}[2J\u{FFFD}"
    // Its title, heading, facts, device, losses, commands, legend, baseline and foot.
    #expect(html.matches(of: /&lt;(<wbr>)?script&gt;/).count > 20)
    #expect(html.contains(escaped))
  }

  @Test("a page without events is a page") func nothing() throws {
    let result = try LoadFixture.simulate(count: 10, cost: 1) { $0.warmUp = .events(10) }
    let html = ExportFormat.html.text(of: result, context)
    #expect(html.contains("no event was measured"))
    // A rate of nothing is none.
    #expect(html.contains("<dt>achieved rate</dt><dd>\u{2013}</dd>") && !html.contains("0.0 %"))
    #expect(!html.contains("NaN") && !html.contains("nan,") && !html.contains(">inf"))
    #expect(html.hasSuffix("</html>\n"))
  }

  @Test("many commands: the first curves, some of them shown, and an end to the tables")
  func many() throws {
    var result = try ExportSample.result()
    let report = result.commands[0]
    let commands = (0..<600).map { index in
      var statuses = StatusCounts()
      statuses[.completed] = Int64(1000 - index)
      return report.with(name: "command \(index)", statuses: statuses)
    }
    result = result.with(commands: commands)
    let html = ExportFormat.html.text(of: result, context)
    #expect(html.matches(of: /<input type="checkbox" id="show\d+"/).count == 12)
    #expect(html.matches(of: /id="show\d+" checked/).count == 6)
    #expect(html.contains("These are the 11 with the most events of 600."))
    #expect(html.contains("<p class=\"note\">101 more rows were left out.</p>"))
    #expect(html.utf8.count < 1 << 20)
  }

  @Test("a run without a schedule has service times only") func unpaced() throws {
    let html = ExportFormat.html.text(of: try ExportSample.unpacedResult(), context)
    #expect(html.contains("<dt>service p50</dt><dd>10.0 µs</dd>"))
    #expect(!html.contains("id=\"response\"") && !html.contains("id=\"timeline\""))
    #expect(html.contains("id=\"service\""))
  }

  @Test("repetitions have a figure, and tables of their spread") func repetitions() throws {
    let (result, context) = try RepetitionSample.merged()
    let html = ExportFormat.html.text(of: result, context)
    for fragment in [
      "<dt>repetitions</dt><dd>3, each in a process of its own</dd>",
      "id=\"repetitions\"",
      "data-names=\"p50|p99|max\"",
      "data-values=\"10007,10007,8003583;20015,20015,8003583;30015,30015,8003583\"",
      "<caption><span>How far response times differ between repetitions</span></caption>",
      "<tr><th scope=\"row\"><bdi>accel</bdi></th><td>10.0 µs</td><td>20.0 µs</td><td>30.0 µs</td>",
      "<tr><th scope=\"row\">3</th><td>2,000</td><td>1,000</td>",
    ] {
      #expect(html.withoutLabels.contains(fragment), "\(fragment)")
    }
    #expect(!html.contains("id=\"timeline\""), "there are three times of their own")
    #expect(!html.contains("mark c1 missed"))
  }

  @Test("a deadline is a fact and a column") func deadline() throws {
    let result = try ExportSample.result { $0.deadlineNanoseconds = 1_000_000 }
    let html = ExportFormat.html.text(of: result, context)
    #expect(html.contains("<dt>deadline</dt><dd>1.00 ms, missed by 8 events, 0.400 %</dd>"))
    #expect(html.contains("<th scope=\"col\">missed</th>"))
  }
}
