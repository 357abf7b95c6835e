extension CommandLineTool {
  /// The `kymo` of this repository: one line per subcommand, in the order that help shows them.
  ///
  /// A subcommand lives in `Sources/kymo/<Name>Command.swift` as an `enum` conforming to
  /// ``Subcommand``; adding its line here makes it run, appear in help and complete in the shell.
  static let kymo = CommandLineTool(
    name: "kymo",
    version: "0.1.0",
    abstract: "Records, replays and benchmarks sensor sessions, bit for bit.",
    subcommands: [
      ImportCommand.self, SynthCommand.self, ReplayCommand.self, BenchCommand.self,
      GateCommand.self,
      CallCommand.self, InspectCommand.self, RecoverCommand.self,
    ],
    apps: App.names
  )
}
