import KymoBench
import KymoCommandLine
import KymoSamples
import KymoText
import KymoTrials
import Testing

@testable import KymoTool

@Suite("kymo gate") struct GateCommandTests {
  @Test("The tool's own answer is read, with every capability") func ownVersion() {
    let outcome = Outcome(.kymo, ["--version", "--format", "json"])
    let own = BuildVersion(json: Array(outcome.output.utf8))
    #expect(outcome.status == .success && own?.version == ToolContext.kymographVersion)
    #expect(own?.capabilities == Set(GateCapability.allCases) && own?.apps == [DeviceCatalog.name])
  }

  @Test("A tool without bench has none of its capabilities") func withoutBench() {
    let tool = ToolContext(name: "kymo", version: "9.8.7", apps: AppList([DeviceCatalog.self]))
    let version = ToolVersion(tool, commands: ["shake"])
    let shaking = CommandLineTool(tool: tool, abstract: "", subcommands: [], version: version)
    func ask(_ words: String...) -> Outcome { Outcome(shaking, ["--version"] + words) }
    let own = BuildVersion(json: Array(ask("--format", "json").output.utf8))
    #expect(own?.version == "9.8.7" && own?.capabilities == [])
    #expect(ask().output == "kymo 9.8.7\n")
    #expect(ask("--format=text").output == "kymo 9.8.7\n")
    #expect(ask("--format", "xml").status == .usage)
    #expect(ask("now").status == .usage)
  }

  private func recipe(_ arguments: String...) throws -> BuildRecipe {
    try BuildRecipe(
      OptionParser.parse(["a", "b", "c"] + arguments, for: GateCommand.specification)
    )
  }

  @Test("How to build is said in one way") func recipes() throws {
    #expect(try recipe() == .product(nil))
    #expect(try recipe("--product", "x") == .product("x"))
    #expect(
      try recipe("--build", "make", "--executable", "out/x")
        == .command("make", executable: "out/x")
    )
    for arguments in [
      ["--build", "make"], ["--executable", "x"], ["--build", "m", "--executable", "/bin/x"],
      ["--build", "m", "--executable", "x", "--product", "p"],
    ] {
      let parsed = try OptionParser.parse(
        ["a", "b", "c"] + arguments,
        for: GateCommand.specification
      )
      #expect(throws: CommandFailure.self) { try BuildRecipe(parsed) }
    }
  }

  @Test("What does not go together is refused before anything is built") func usage() {
    func mistake(_ arguments: String...) -> String {
      do {
        _ = try OptionParser.parse(arguments, for: GateCommand.specification)
        return ""
      } catch { return error.text }
    }
    #expect(mistake("a", "b").contains("<recording> is missing"))
    #expect(mistake("a", "b", "c", "--skip", "colour").contains("counts, cost, load"))
    #expect(
      mistake("a", "b", "c", "--export", "bmp")
        .contains("junit, github-summary, github-annotations, html")
    )
    #expect(mistake("a", "b", "c", "--export", "junit", "--export", "junit=x").isEmpty)
    #expect(mistake("a", "b", "c", "--require", "colour").contains("counts, cost, load"))
    #expect(mistake("a", "b", "c", "--pairs", "0").contains("from 1 to 1000"))
    #expect(mistake("a", "b", "c", "--skip", "cost", "--skip", "load").isEmpty)
  }
}
