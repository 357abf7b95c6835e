import KymoBench
import KymoCommandLine
import KymoReport
import Testing

@testable import KymoTool

@Suite("kymo bench --tail and --sample") struct TailTests {
  private func refusal(_ arguments: String...) -> String {
    var console = Console.captured()
    let status = CommandLineTool.kymo.run(["bench", "a.mcap"] + arguments, console: &console)
    #expect(status == .usage)
    return console.diagnostics.text.split(separator: "\n").first.map(String.init) ?? ""
  }

  @Test("options that do not go together") func together() {
    #expect(
      refusal("--tail", "5", "--repetitions", "2")
        == "kymo bench: --tail is for one run, not for --repetitions"
    )
    for pace in ["none", "still"] {
      #expect(
        refusal("--tail", "5", "--pace", pace)
          == "kymo bench: --tail shows late events, which need a schedule: --pace plan"
      )
    }
    #expect(
      refusal("--tail", "5", "--sample", "2")
        == "kymo bench: --tail times every event: it excludes --sample"
    )
    #expect(
      refusal("--sample", "64", "--deadline", "1ms")
        == "kymo bench: --deadline counts every event: it excludes --sample"
    )
  }

  @Test("numbers out of range", arguments: ["0", "1001", "-1", "many", ""])
  func range(text: String) {
    #expect(refusal("--tail=\(text)").contains("--tail"))
    if text != "1001" { #expect(refusal("--sample=\(text)").contains("--sample")) }
  }

  @Test("what is not given is not asked for, and every event is timed") func defaults() throws {
    let plain = try OptionParser.parse(["a.mcap"], for: BenchCommand.specification)
    let configuration = try LoadOptions(plain).configuration
    #expect(configuration.tailCount == 0 && configuration.sampleInterval == 1)
    let asked = try OptionParser.parse(
      ["a.mcap", "--tail", "20", "--seed", "9"],
      for: BenchCommand.specification
    )
    #expect(try LoadOptions(asked).configuration.tailCount == 20)
    let sampled = try OptionParser.parse(
      ["a.mcap", "--sample", "64", "--seed", "9"],
      for: BenchCommand.specification
    )
    #expect(try LoadOptions(sampled).configuration.sampleInterval == 64)
    #expect(try LoadOptions(sampled).configuration.sampleSeed == 9)
  }
}
