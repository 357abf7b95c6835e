extension CommandLineTool {
  /// The commands that every tool has: one line per subcommand, in the order that help shows them.
  ///
  /// A subcommand is an `enum` conforming to ``Subcommand``; adding its line here makes it run, appear in
  /// help and complete in the shell.
  init(_ tool: ToolContext) {
    self.init(
      tool: tool,
      abstract: "Records, replays and benchmarks sensor sessions, bit for bit.",
      subcommands: [
        ImportCommand.self, SynthCommand.self, ReplayCommand.self, PerturbCommand.self,
        BenchCommand.self, SweepCommand.self, ScanCommand.self, CountCommand.self,
        GateCommand.self, ProfileCommand.self, CorpusCommand.self, RunCommand.self,
        CallCommand.self, CaptureCommand.self, ServeCommand.self, SendCommand.self,
        LoadCommand.self, InspectCommand.self, CheckCommand.self, RecoverCommand.self,
        ExportCommand.self, InitCommand.self,
      ]
    )
  }
}
