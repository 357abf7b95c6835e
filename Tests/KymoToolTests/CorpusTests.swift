import KymoCommandLine
import KymoReport
import KymoTrials
import KymoTestSupport
import KymoText
import Testing

@testable import KymoTool

@Suite("Corpus") struct CorpusTests {
  @Test("Quotes hold words together") func words() {
    #expect(CommandWords.split("bench --rate 1e4") == ["bench", "--rate", "1e4"])
    #expect(CommandWords.split(" a  'b c' d\"e f\" '' ") == ["a", "b c", "de f", ""])
    #expect(CommandWords.split("a 'b") == nil)
  }

  @Test("A task replays or measures; what makes anything else of it is refused") func commands() {
    func mistake(_ text: String) -> String {
      do {
        _ = try CorpusTaskCommand.words(text, CommandLineTool.kymo.tool)
        return ""
      } catch { return error.message.text(tool: "kymo") }
    }
    for text in [
      "replay", "replay --rings 4", "bench --rate 1e4 --duration 1", "count",
    ] {
      #expect(mistake(text) == "", "\(text)")
    }
    #expect(mistake("inspect").contains("not 'inspect'"))
    #expect(mistake("bench --rats 4").contains("did you mean '--rate'?"))
    #expect(mistake("bench other.mcap").contains("unexpected argument"))
    #expect(mistake("bench --instructions").contains("use 'kymo count'"))
    #expect(mistake("count --write-limits l.json").contains("cannot have --write-limits"))
    #expect(mistake("count --strict").contains("--strict is for limits"))
    #expect(mistake("replay --record x.mcap").contains("cannot have --record"))
    #expect(mistake("replay 'x").contains("a quote is not closed"))
  }

  // MARK: Actions

  private func run(_ words: String...) -> Outcome {
    Outcome(.kymo, words)
  }

  @Test("A command with actions shows them, and each has a help of its own") func help() {
    let group = run("corpus", "--help")
    #expect(group.status == .success && run("help", "corpus").output == group.output)
    #expect(group.output.contains("USAGE: kymo corpus <action> [<arguments>]"))
    for action in ["plan", "run", "merge", "submit"] {
      #expect(group.output.contains("\n  \(action) "))
      let help = run("corpus", action, "--help")
      #expect(help.status == .success)
      #expect(help.output.contains("USAGE: kymo corpus \(action) <"))
      #expect(run("help", "corpus", action).output == help.output)
      #expect(run("corpus", "help", action).output == help.output)
    }
    #expect(run("corpus").status == .usage)
    #expect(run("corpus").output == group.output)
  }

  @Test("An action that is none is refused, with what was probably meant") func unknown() {
    let refused = run("corpus", "marge")
    #expect(refused.status == .usage)
    #expect(refused.diagnostics.contains("unknown action 'marge'"))
    #expect(refused.diagnostics.contains("did you mean 'merge'?"))
    #expect(refused.diagnostics.contains("See 'kymo corpus --help'."))
    let misplaced = run("corpus", "--task", "3")
    #expect(misplaced.diagnostics.contains("the action is missing: plan, run, merge and submit"))
    let inside = run("corpus", "plan", "--bild", "x=y")
    #expect(inside.diagnostics.hasPrefix("kymo corpus plan: unknown option '--bild'"))
  }

  @Test("bash completes actions and their options") func completion() throws {
    let script = CompletionShell.bash.script(
      tool: "kymo",
      commands: CommandLineTool.kymo.specifications
    )
    func complete(_ words: String...) throws -> String {
      let line = words.map(CompletionShell.quoted).joined(separator: " ")
      return try Shell.bash(
        "\(script)\nCOMP_WORDS=(\(line)); COMP_CWORD=\(words.count - 1)\n"
          + "_kymo; echo \"${COMPREPLY[*]}\""
      )
    }
    #expect(try complete("kymo", "corp") == "corpus\n")
    #expect(try complete("kymo", "corpus", "") == "plan run merge submit --help\n")
    #expect(try complete("kymo", "corpus", "r") == "run\n")
    #expect(try complete("kymo", "corpus", "submit", "--t") == "--to --tool\n")
    #expect(try complete("kymo", "corpus", "submit", "--to", "s") == "slurm\n")
  }

  @Test("Every shell learns the actions", arguments: CompletionShell.allCases)
  func shells(_ shell: CompletionShell) {
    let text = shell.script(tool: "kymo", commands: CommandLineTool.kymo.specifications)
    let spelling = shell == .fish ? "-l attempts" : "--attempts"
    #expect(text.contains(spelling))
  }
}
