import KymoCore
import KymoRecording
import KymoTrials

/// `kymo replay --perturb`: whether an app comes to the same in other surroundings.
enum PerturbCommand {
  /// `--perturb`.
  static let flag = FlagSpecification(
    "perturb",
    help: """
      Replay in fresh processes, in surroundings that are changed one at a time, and name the change that \
      makes the app come to something else.
      """
  )

  /// `--strict`.
  static let strict = FlagSpecification(
    "strict",
    help: "With --perturb: a change that cannot be made here is a partial result."
  )

  /// What --help says about it.
  static let discussion = """
    With --perturb the app is replayed in fresh processes, in which everything that a program finds around it \
    is held still: the seed of hashes, the addresses of memory, the date (with libfaketime), zone, locale. Twice \
    with nothing changed, and then with one change at a time: each of these, memory filled with a pattern, the \
    size of the environment, the working directory, home and user, the host's name, the number of processors, \
    cores, rings and instances of the app, the decimal sign of the C library, pauses between events, and \
    what the C library and the JSON parser use of the processor. Everything that the replays record is \
    compared. What differs is named: the change, the first event, the field. A change after which a replay \
    differs is repeated, and so is the replay with nothing changed, until chance alone can be told from a cause. \
    If it differs with nothing changed, it differs by itself: by time or randomness, or a race of threads.
    """

  /// Options of `replay` that have an effect with it.
  private static let own: Set<String> = ["perturb", "strict", "app", "mode", "format", "quiet"]

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let specification = arguments.specification
    for name in specification.options.map(\.name) + specification.flags.map(\.name)
    where arguments.isGiven(name) && !own.contains(name) {
      throw .usage("--\(name) has no effect with --perturb, which compares replays with each other")
    }
    let path = arguments.positional("recording")
    let file = try SessionFile.open(path)
    let type = try file.app(arguments, path: path)
    let names = try AppInstance.make(type, arguments.setup(file)).table.names
    let options = ["app", "mode"].flatMap { name in
      arguments.isGiven(name) ? arguments.texts(name).map { "--\(name)=\($0)" } : []
    }
    let program = try Self.program(arguments.tool.name)
    let trial = PerturbationTrial(recording: path, options: options)
    let interrupt = console.interrupt
    let findings: PerturbationFindings
    do {
      findings = try trial.run(telling: &console) { interrupt.isRequested }
    } catch { throw CommandFailure(error) }
    let report = PerturbReport(
      path: path,
      file: file,
      findings: findings,
      divergences: DivergenceReport(
        app: type,
        commands: names,
        recordedCommands: findings.reference.commands
      ),
      options: options,
      tool: arguments.tool.name,
      program: program,
      isStrict: arguments.flag("strict")
    )
    if arguments.wantsJSON { console.print(report.json) } else { report.print(to: &console) }
    return report.status
  }

  /// The program as it was called, so that it is found again.
  private static func program(_ name: String) throws(CommandFailure) -> String {
    guard ProgramName.file != nil else {
      throw CommandFailure("it starts itself by way of /proc/self/exe, and /proc is not there")
    }
    guard let path = ProgramArguments.all.first, path.contains("/") else { return name }
    return try CommandFailure.of(try PerturbedReplay.wholePath(path))
  }
}
