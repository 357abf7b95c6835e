import KymoText

@testable import KymoCommandLine

/// A tool with one command, and ways to run it without a process.
enum Fixture {
  static let tool = CommandLineTool(
    tool: ToolContext(name: "kymo", version: "9.8.7", apps: AppList([ShakenApp.self])),
    abstract: "Records, replays and benchmarks sensor sessions.",
    subcommands: [ShakeCommand.self],
    version: ToolVersion(line: "kymo 9.8.7") { ["version": "9.8.7"] }
  )

  /// What a run left behind.
  struct Outcome {
    var status: ExitStatus
    var output: String
    var diagnostics: String
  }

  static func run(
    _ arguments: String...,
    terminal: TerminalDescription = TerminalDescription(),
    interrupt: Interrupt = Interrupt()
  ) -> Outcome {
    var console = Console.captured(terminal: terminal, interrupt: interrupt)
    let status = tool.run(arguments, console: &console)
    return Outcome(
      status: status,
      output: console.output.text,
      diagnostics: console.diagnostics.text
    )
  }

  /// Parses the line of the shaking command, which must be acceptable.
  static func parse(_ arguments: String...) throws -> ParsedArguments {
    try OptionParser.parse(arguments, for: ShakeCommand.specification)
  }

  /// The text of the mistake in a line that must be refused; empty if it is accepted.
  static func mistake(_ arguments: [String]) -> String {
    do {
      _ = try OptionParser.parse(arguments, for: ShakeCommand.specification)
      return ""
    } catch {
      return error.text
    }
  }
}
