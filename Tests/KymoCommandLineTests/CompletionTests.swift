import KymoTestSupport
import Testing

@testable import KymoCommandLine

@Suite("Completion scripts") struct CompletionTests {
  @Test("every shell learns every command and option", arguments: CompletionShell.allCases)
  func complete(_ shell: CompletionShell) {
    let asked = Fixture.run("--generate-completion-script", shell.rawValue)
    #expect(asked.status == .success)
    let specification = ShakeCommand.specification
    #expect(asked.output.contains("shake"))
    for name in specification.options.map(\.name) + specification.flags.map(\.name) {
      let spelling = shell == .fish ? "-l \(name)" : "--\(name)"
      #expect(asked.output.contains(spelling), "\(shell) does not know \(spelling)")
    }
    #expect(asked.output.contains("text json"))
    #expect(asked.output.contains("json= hgrm="))
  }

  @Test("bash accepts its script and completes with it") func bash() throws {
    let script = CompletionShell.bash.script(tool: "kymo", commands: [ShakeCommand.specification])
    func complete(_ words: String...) throws -> String {
      let line = words.map(CompletionShell.quoted).joined(separator: " ")
      return try Shell.bash(
        "\(script)\nCOMP_WORDS=(\(line)); COMP_CWORD=\(words.count - 1)\n"
          + "_kymo; echo \"${COMPREPLY[*]}\""
      )
    }
    #expect(try complete("kymo", "sh") == "shake\n")
    #expect(try complete("kymo", "help", "sh") == "shake\n")
    #expect(try complete("kymo", "shake", "--s") == "--speed --seed --strict\n")
    #expect(try complete("kymo", "shake", "--format", "j") == "json\n")
  }

  @Test("an unknown shell is refused") func unknown() {
    let refused = Fixture.run("--generate-completion-script", "tcsh")
    #expect(refused.status == .usage)
    #expect(refused.diagnostics.hasPrefix("kymo: --generate-completion-script wants one of bash"))
  }

  @Test("quotes in help survive the shell") func quotes() {
    #expect(CompletionShell.quoted("it's") == #"'it'\''s'"#)
  }
}
