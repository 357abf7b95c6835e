import KymoBench
import KymoCommandLine
import KymoReport
import KymoTrials

extension ExportContext {
  /// The subject of the measurement, and where it is measured.
  var subject: BenchSubject {
    BenchSubject(
      recording: recording,
      inputDigest: inputDigest,
      app: app,
      mode: mode,
      machine: machine
    )
  }

  /// That of something that this tool measures, on this machine, from now on.
  ///
  /// - Parameters:
  ///   - recording: whose events are offered, as the user named it.
  ///   - app: what handles them.
  ///   - mode: whose rules hold for a page's calls.
  ///   - arguments: the command line.
  ///   - commit: what is measured, if it is known.
  init(
    of recording: String,
    by app: String,
    mode: String?,
    _ arguments: ParsedArguments,
    commit: String? = BenchCommand.commit
  ) {
    self.init(
      program: ToolContext.program,
      recording: recording,
      app: app,
      mode: mode,
      machine: .host,
      environment: .current(arguments),
      digest: "",
      startNanoseconds: UnsafeWallClock.nanoseconds(),
      commit: commit,
      tool: arguments.tool.name
    )
    command = arguments.specification.name
  }
}
