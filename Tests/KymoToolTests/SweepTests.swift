import KymoBench
import KymoCommandLine
import KymoReport
import Testing

@testable import KymoTool

@Suite("kymo sweep") struct SweepTests {
  private func mistake(_ text: String) -> String {
    do {
      _ = try LatencyObjective(text: text)
      return ""
    } catch {
      return error.status == .usage ? error.message.text(tool: "kymo") : "not a usage error"
    }
  }

  @Test("objectives as people type them") func objectives() throws {
    #expect(try LatencyObjective(text: "p99=100us") == LatencyObjective(.p99, atMost: 100_000))
    #expect(
      try LatencyObjective(text: "accel:p99.9=2.5ms")
        == LatencyObjective(.p999, atMost: 2_500_000, of: "accel")
    )
    #expect(
      try LatencyObjective(text: "all:max=1s") == LatencyObjective(.max, atMost: 1_000_000_000)
    )
    #expect(
      try LatencyObjective(text: "a:b=c:p50=7ns") == LatencyObjective(.p50, atMost: 7, of: "a:b=c")
    )
  }

  @Test("what is no objective is refused") func refused() {
    #expect(
      mistake("fast")
        == "--slo wants [COMMAND:]PERCENTILE=TIME, such as p99=100us or accel:p99.9=2ms, not 'fast'"
    )
    #expect(mistake("p95=1ms") == "--slo knows p50, p90, p99, p99.9, p99.99, max, not 'p95'")
    #expect(mistake("p99=soon").hasSuffix("not 'soon'"))
    #expect(mistake("p99=0").hasPrefix("--slo wants a time above 0"))
    #expect(mistake("p99=250000").contains("with its unit"))
  }

  @Test("warm-ups as people type them") func warmUps() throws {
    func warmUp(_ text: String) throws -> WarmUp {
      try WarmUp(text: text, within: 5_000_000_000)
    }
    #expect(try warmUp("auto") == .automatic)
    #expect(try warmUp("12.5%") == .share(0.125))
    #expect(try warmUp("0%") == .share(0))
    #expect(try warmUp("1.5") == .nanoseconds(1_500_000_000))
    #expect(try warmUp("20ms") == .nanoseconds(20_000_000))
    for text in ["", "soon", "100%", "-1%", "nan%", "%", "5s", "1e9"] {
      #expect(throws: CommandFailure.self) { try warmUp(text) }
    }
  }

  @Test("options that do not go together") func together() {
    func refusal(_ arguments: String...) -> String {
      var console = Console.captured()
      let status = CommandLineTool.kymo.run(arguments + ["a.mcap"], console: &console)
      #expect(status == .usage)
      return console.diagnostics.text.split(separator: "\n").first.map(String.init) ?? ""
    }
    #expect(
      refusal("sweep").hasPrefix("kymo sweep: --slo PERCENTILE=TIME is missing")
    )
    #expect(refusal("bench", "--burst", "8") == "kymo bench: --burst is for --arrivals bursts")
    #expect(
      refusal("sweep", "--slo", "p99=1ms", "--burst", "8")
        == "kymo sweep: --burst is for --arrivals bursts"
    )
    #expect(
      refusal("sweep", "--slo", "p99=1ms", "--export", "json", "--export", "hlog=x")
        == "kymo sweep: --export wants one of json, junit, github-summary, github-annotations, html, "
        + "not 'hlog'"
    )
  }
}
