import KymoBench
import KymoCommandLine
import Testing

@testable import KymoTool

@Suite("kymo bench --stage and --prepare") struct StageTests {
  private func arguments(_ words: String...) throws -> ParsedArguments {
    try OptionParser.parse(["a.mcap"] + words, for: BenchCommand.specification)
  }

  private func refusal(_ words: String...) -> String {
    do throws(CommandFailure) {
      guard
        let arguments = try? OptionParser.parse(
          ["a.mcap"] + words,
          for: BenchCommand.specification
        )
      else { return "no command line" }
      _ = try BenchMode(arguments)
      return "nothing"
    } catch { return error.message.text(tool: "kymo") }
  }

  @Test("Stages as people type them") func stages() throws {
    #expect(try LoadStage(text: "10s@50k") == LoadStage(text: "10@50000"))
    #expect(try LoadStage(text: "1m@1.5M").rate == .steady(1.5e6))
    #expect(try LoadStage(text: "30s@1k..50k").rate == .ramp(from: 1000, to: 50_000))
    #expect(try LoadStage(text: "30s@1k..0").rate.mean == 500)
    #expect(try LoadStage(text: "500ms@2e3").durationNanoseconds == 500_000_000)
    for text in [
      "", "10s", "@5", "10s@", "0@5", "10s@0", "10s@5x", "1@2@3", "1@nan", "1@1e12",
      "1@1..", "1@..1", "1@0..0", "1@1..2..3", "1@1..1e12", "1@-1..2", "1000001@1..2",
    ] {
      #expect(throws: CommandFailure.self, "\(text)") { try LoadStage(text: text) }
    }
  }

  @Test("Only the first stage has a warm-up") func warmUp() throws {
    let options = try StageOptions(
      arguments("--stage", "2s@1k", "--stage", "1s@4k", "--warm-up", "1s")
    )
    #expect(options.loads.map(\.rate) == [1000, 4000])
    #expect(options.loads[0].configuration.warmUp == .nanoseconds(1_000_000_000))
    #expect(options.loads[1].configuration.warmUp == .events(0))
    #expect(options.workloadLimit == 6001)
    let ramp = try StageOptions(arguments("--stage", "2s@1k..3k", "--stage", "1s@4k"))
    #expect(ramp.loads.map(\.rate) == [2000, 4000] && ramp.workloadLimit == 8001)
    #expect(ramp.loads[0].arrivals == .ramp(from: 1000, to: 3000))
    #expect(
      refusal("--stage", "1s@1k..2k", "--arrivals", "poisson")
        == "--stage 1s@1k..2k is a ramp, whose events come one by one: it does not go with --arrivals poisson"
    )
    #expect(refusal("--stage", "1s@1k..2k", "--arrivals", "constant") == "nothing")
    #expect(
      refusal("--stage", "1s@1k", "--rate", "5") == "--rate is set by each --stage, such as 10s@50k"
    )
    #expect(
      refusal("--stage", "1s@1k", "--export", "hgrm")
        == "--export hgrm is for one run; stages can be exported as json, junit, github-summary, "
        + "github-annotations and html"
    )
    #expect(
      refusal("--stage", "1s@1k", "--repetitions", "2")
        == "--repetitions and --stage exclude each other"
    )
    #expect(refusal("--prepare", "true") == "--prepare is for --repetitions")
  }
}
