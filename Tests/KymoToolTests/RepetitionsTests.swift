import KymoCommandLine
import Testing

@testable import KymoTool

@Suite("kymo bench --repetitions") struct RepetitionsTests {
  @Test("a repetition is the same command line for a program to read") func command() throws {
    let arguments = try OptionParser.parse(
      [
        "-q", "--rate", "2e3", "odd name.mcap", "--repetitions", "7", "--no-pin",
        "--arrivals=poisson", "--format", "text",
      ],
      for: BenchCommand.specification
    )
    let words = BenchChild.words(arguments)
    #expect(
      words == [
        "--rate=2e3", "--arrivals=poisson", "--no-pin", "--format=json",
        "--quiet", "--", "odd name.mcap",
      ]
    )
    // And it can be read again.
    let again = try OptionParser.parse(words, for: BenchCommand.specification)
    #expect(again.wantsJSON)
    #expect(again.number("rate") == 2000)
    #expect(again.positional("recording") == "odd name.mcap")
    #expect(!again.isGiven("repetitions"))
  }

  @Test("what is made of the result is for the one who adds them up") func own() throws {
    let arguments = try OptionParser.parse(
      [
        "a.mcap", "--repetitions", "2", "--export", "json", "--export=html=x", "--baseline", "b",
        "--plot", "--deadline", "1ms", "--format=json",
      ],
      for: BenchCommand.specification
    )
    #expect(
      BenchChild.words(arguments) == [
        "--deadline=1ms", "--format=json", "--quiet", "--", "a.mcap",
      ]
    )
  }

  @Test("options that cannot be repeated") func together() {
    func refusal(_ arguments: String...) -> String {
      var console = Console.captured()
      let status = CommandLineTool.kymo.run(
        ["bench", "a.mcap", "--repetitions", "2"] + arguments,
        console: &console
      )
      #expect(status == .usage)
      return console.diagnostics.text.split(separator: "\n").first.map(String.init) ?? ""
    }
    #expect(
      refusal("--pace", "none")
        == "kymo bench: --repetitions and --pace exclude each other: repetitions have a schedule"
    )
    #expect(
      refusal("--baseline", "b.json")
        == "kymo bench: --baseline shows only on the page; add --export html"
    )
  }
}
