import KymoBench
import KymoCommandLine
import KymoText
import Testing

@testable import KymoTool

@Suite("bench --live") struct LiveLineTests {
  @Test("A second in a line, and what is not known is a dash") func text() {
    let quantity = QuantityText(isUnicode: true)
    let second = LiveSecond(
      elapsedNanoseconds: 12_003_000_000,
      rate: 100_020,
      p50: 890,
      p99: 3210,
      drops: 0
    )
    #expect(
      LiveLine.text(second, quantity, "events")
        == "12 s  100 k events/s  p50 890 ns  p99 3.21 µs  drops 0"
    )
    let unknown = LiveSecond(elapsedNanoseconds: 1_000_000_000, rate: nil)
    #expect(LiveLine.text(unknown, quantity, "requests") == "1 s  -  p50 -  p99 -")
  }

  private func refusal(_ words: String...) -> String {
    do throws(CommandFailure) {
      guard
        let arguments = try? OptionParser.parse(
          ["a.mcap", "--live"] + words,
          for: BenchCommand.specification
        )
      else { return "no command line" }
      _ = try BenchMode(arguments)
      return "nothing"
    } catch { return error.message.text(tool: "kymo") }
  }

  @Test("It is for what has a schedule, in this process") func refusals() {
    #expect(refusal() == "nothing")
    #expect(refusal("--stage", "1s@1k") == "nothing")
    #expect(refusal("--repetitions", "2") == "--live is for one run, not for --repetitions")
    #expect(
      refusal("--pace", "none")
        == "--live shows response times, which need a schedule: --pace plan"
    )
    #expect(refusal("--quiet") == "--live has no effect with --quiet")
  }
}
