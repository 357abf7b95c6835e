import KymoCommandLine
import KymoCore
import KymoRecording
import KymoTrials

/// `kymo perturb`: whether an app comes to the same in other surroundings.
enum PerturbCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "perturb",
    abstract: "Find what an app depends on besides its input.",
    discussion: """
      Replays a recording in fresh processes with fixed surroundings: the seed of hashes, the \
      addresses of memory, the date (with libfaketime), zone, locale. The first two replays change \
      nothing. Each further one makes one change: one of these, memory filled with a pattern, the \
      size of the environment, the working directory, home and user, the host name, the number of \
      processors, cores, rings and instances of the app, the decimal sign of the C library, pauses \
      between events, or the processor features that the C library and the JSON parser use.

      Everything that the replays record is compared. For a difference, the report names the \
      change, the first event and the field. A change after which a replay differs is repeated, \
      and so is the replay without a change, until a cause can be told from chance. If replays \
      without a change differ, the app differs by itself: by time or randomness, or a race of \
      threads.
      """,
    positionals: [PositionalSpecification("recording", help: "The .mcap file to replay.")],
    options: [.app, .mode, .format],
    flags: [
      FlagSpecification(
        "strict",
        help: "The result is partial if a change cannot be made here."
      )
    ],
    examples: [
      CommandExample("kymo perturb walk.mcap", "does the app depend on anything but its input?"),
      CommandExample("kymo perturb walk.mcap --strict", "with every change there is, in a job"),
    ],
    exitCodes: [
      ExitCodeNote(.diverged, "a replay differs from one in other surroundings"),
      ExitCodeNote(
        .partial,
        "it was interrupted, or with --strict a change could not be made"
      ),
      ExitCodeNote(.failure, "the recording cannot be read, or cannot be replayed"),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let options = PerturbOptions(arguments)
    let file = try SessionFile.open(options.path)
    let type = try file.app(arguments, path: options.path)
    let names = try AppInstance.make(type, arguments.setup(file)).table.names
    let program = try Self.program(arguments.tool.name)
    let trial = PerturbationTrial(recording: options.path, options: options.replay)
    let interrupt = console.interrupt
    let findings: PerturbationFindings
    do {
      findings = try trial.run(telling: &console) { interrupt.isRequested }
    } catch { throw CommandFailure(error) }
    let report = PerturbReport(
      path: options.path,
      file: file,
      findings: findings,
      divergences: DivergenceReport(
        app: type,
        commands: names,
        recordedCommands: findings.reference.commands
      ),
      options: options.replay,
      tool: arguments.tool.name,
      program: program,
      isStrict: options.isStrict
    )
    if arguments.wantsJSON { console.print(report.json) } else { report.print(to: &console) }
    return report.status
  }

  /// The program as it was called, so that it is found again.
  private static func program(_ name: String) throws(CommandFailure) -> String {
    guard ProgramName.file != nil else {
      throw CommandFailure("it starts itself through /proc/self/exe, and /proc is not mounted")
    }
    guard let path = ProgramArguments.all.first, path.contains("/") else { return name }
    return try CommandFailure.of(try PerturbedReplay.wholePath(path))
  }
}
