import KymoCommandLine

@testable import KymoTool
import KymoSamples

/// What a command line left behind that ran without a process of its own.
struct Outcome {
  let status: ExitStatus
  let output: String
  let diagnostics: String

  /// Runs a command line.
  init(_ tool: CommandLineTool, _ words: [String]) {
    var console = Console.captured()
    status = tool.run(words, console: &console)
    output = console.output.text
    diagnostics = console.diagnostics.text
  }
}

extension CommandLineTool {
  /// The tool of this repository.
  static let kymo = CommandLineTool(ToolContext(name: "kymo", apps: AppList([DeviceCatalog.self])))
}
