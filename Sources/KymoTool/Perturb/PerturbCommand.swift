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
    let folder = try CommandFailure.of(try UnsafeTemporaryFolder())
    defer { folder.remove() }
    let recording = try PerturbedReplay.wholePath(path)
    let system = PerturbedSystem(folder: folder.path, recording: recording)
    let plan = PerturbationPlan(system, folder: folder.path)
    let dateNames = system.dateLibrary == nil ? nil : UnsafeFakeTimeNames()
    defer { dateNames?.remove() }
    var replay = try PerturbedReplay(
      path,
      options,
      folder,
      console.interrupt,
      dateNames: dateNames?.shared
    )
    guard let result = try replay.makeReference(plan.still) else {
      throw CommandFailure("interrupted before anything was compared", status: .partial)
    }
    var report = PerturbReport(
      path: path,
      file: file,
      result: result,
      divergences: DivergenceReport(app: type, commands: names, recordedCommands: result.commands),
      plan: plan,
      options: options,
      tool: arguments.tool.name,
      program: try Self.program(arguments.tool.name),
      recording: replay.recording,
      isStrict: arguments.flag("strict")
    )
    let control = Perturbation("nothing", "the reference once more", [plan.still])
    let changes = [control] + plan.changes
    let total = changes.reduce(0) { $0 + $1.trials.count }
    console.beginProgress("replaying", of: total, unit: "runs")
    defer { console.endProgress() }
    for change in changes {
      guard try add(change, &replay, &report, &console) else { break }
      // Whatever else is changed, it would differ, and nobody could say why.
      if report.differsByItself { break }
    }
    try settle(&replay, &report, &console)
    console.endProgress()
    if arguments.wantsJSON { console.print(report.json) } else { report.print(to: &console) }
    return report.status
  }

  /// Repeats what has differed, and the replay with nothing changed, until chance is told from a cause.
  private static func settle(
    _ replay: inout PerturbedReplay,
    _ report: inout PerturbReport,
    _ console: inout Console
  ) throws(CommandFailure) {
    guard report.wantedRuns != nil, !report.wasInterrupted, !report.differsByItself else { return }
    console.endProgress()
    console.beginProgress("repeating", of: nil, unit: "runs")
    while !report.wasInterrupted, !report.differsByItself, let wanted = report.wantedRuns {
      for place in wanted.changes {
        guard let surroundings = report.results[place].finding?.surroundings,
          let run = try replay.run(surroundings)
        else {
          report.wasInterrupted = true
          return
        }
        report.results[place].repeats.append(run)
        report.runCount += 1
      }
      for _ in 0..<wanted.unchanged {
        guard let run = try replay.run(report.plan.still) else {
          report.wasInterrupted = true
          return
        }
        report.results[0].runs.append(run)
        report.runCount += 1
        if !run.isSame { return }
      }
      console.progress(to: report.runCount)
    }
  }

  /// The program as it was called, so that it is found again.
  private static func program(_ name: String) throws(CommandFailure) -> String {
    guard ProgramName.file != nil else {
      throw CommandFailure("it starts itself by way of /proc/self/exe, and /proc is not there")
    }
    guard let path = ProgramArguments.all.first, path.contains("/") else { return name }
    return try PerturbedReplay.wholePath(path)
  }

  /// Makes a change; returns whether it was not interrupted.
  private static func add(
    _ change: Perturbation,
    _ replay: inout PerturbedReplay,
    _ report: inout PerturbReport,
    _ console: inout Console
  ) throws(CommandFailure) -> Bool {
    var result = PerturbationResult(perturbation: change)
    defer { report.results.append(result) }
    for surroundings in change.trials {
      guard let run = try replay.run(surroundings) else {
        report.wasInterrupted = true
        return false
      }
      result.runs.append(run)
      report.runCount += 1
      console.progress(to: report.runCount)
      // One that differs is enough.
      if !run.isSame { break }
    }
    return true
  }
}
