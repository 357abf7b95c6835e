import KymoCommandLine

extension CommandLineTool {
  /// The commands that every tool has: one line per subcommand, in the order that help shows them.
  ///
  /// A subcommand is an `enum` conforming to ``Subcommand``; adding its line here makes it run, appear in
  /// help and complete in the shell.
  init(_ tool: ToolContext) {
    let subcommands: [any Subcommand.Type] = [
      ImportCommand.self, SynthCommand.self, ReplayCommand.self, DebugCommand.self,
      PerturbCommand.self,
      BenchCommand.self, SweepCommand.self, ScanCommand.self, CountCommand.self,
      GateCommand.self, ProfileCommand.self, CorpusCommand.self, RunCommand.self,
      CallCommand.self, CaptureCommand.self, ServeCommand.self, SendCommand.self,
      LoadCommand.self, InspectCommand.self, CheckCommand.self, RecoverCommand.self,
      CutCommand.self, MergeCommand.self, DiffCommand.self, QueryCommand.self,
      ExportCommand.self, InitCommand.self,
    ]
    self.init(
      tool: tool,
      abstract: "Records, replays and benchmarks sensor sessions, bit for bit.",
      subcommands: subcommands,
      version: ToolVersion(tool, commands: subcommands.map { $0.specification.name })
    )
  }

  /// The commands of a tool that measures functions.
  init(functions tool: ToolContext) {
    let subcommands: [any Subcommand.Type] = [TimeCommand.self, FunctionCountCommand.self]
    self.init(
      tool: tool,
      abstract: "Measures functions: how long an iteration takes, and what it costs.",
      subcommands: subcommands,
      usual: TimeCommand.specification.name,
      version: ToolVersion(tool, commands: subcommands.map { $0.specification.name })
    )
  }
}
