/// A shell for which completions can be printed.
package enum CompletionShell: String, CaseIterable, Sendable {
  /// The GNU shell.
  case bash
  /// The Z shell.
  case zsh
  /// The friendly interactive shell.
  case fish

  /// The script that teaches the shell to complete `tool`.
  package func script(tool: String, commands: [CommandSpecification]) -> String {
    switch self {
    case .bash: Self.bashScript(tool: tool, commands: commands)
    case .zsh: Self.zshScript(tool: tool, commands: commands)
    case .fish: Self.fishScript(tool: tool, commands: commands)
    }
  }

  /// The spellings of an option: `--output`, and `-o` if there is one.
  package static func spellings(_ name: String, _ short: Character?) -> [String] {
    ["--\(name)"] + (short.map { ["-\($0)"] } ?? [])
  }

  /// Text within single quotes of a POSIX shell.
  package static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
