import KymoText
import KymoCommandLine
import KymoReport
import KymoTrials

/// `kymo corpus submit`: hands a corpus over to an engine, or writes the files for it.
enum CorpusSubmitCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "corpus submit",
    abstract: "Hand a corpus over to an engine, or write the files for it.",
    discussion: """
      slurm: an array, and a job that merges once all tasks have ended, failed ones too. parallel: \
      a command line of GNU parallel. kubernetes: an indexed job; exit status 75 is retried, other \
      failures are not. github: a workflow whose matrix has the tasks.

      A task that measures times gets a machine to itself: --exclusive, one job at a time, a node \
      for each pod. Replays share machines.

      If there are more tasks than the engine takes indices (MaxArraySize of Slurm, 256 jobs of a \
      matrix), each index stands for a slice of tasks. Paths stay as they are given here, so \
      submit from a folder where they are valid.
      """,
    positionals: [CorpusCommand.manifest],
    options: [
      OptionSpecification(
        "to",
        "ENGINE",
        kind: .choice(CorpusEngine.allCases.map(\.rawValue)),
        isRequired: true,
        help: "The engine."
      ),
      OptionSpecification(
        "output",
        short: "o",
        "DIR",
        kind: .file,
        help: "Write the files into DIR, and submit nothing."
      ),
      OptionSpecification(
        "results",
        "RESULTS",
        kind: .file,
        default: "results",
        help: "The folder of the results."
      ),
      OptionSpecification(
        "slice",
        "N",
        kind: .integer(1...CorpusManifest.maximumTasks),
        help: "Put N tasks under each index; if not given, the fewest that the engine takes."
      ),
      OptionSpecification(
        "parallel",
        "N",
        kind: .integer(1...1_000_000),
        help: "Run at most N tasks at once."
      ),
      OptionSpecification(
        "tool",
        "PATH",
        kind: .text,
        help: "The path of this tool where the tasks run."
      ),
      OptionSpecification(
        "setup",
        "COMMAND",
        help: "A shell command to run first, such as one that installs the tool."
      ),
      OptionSpecification("image", "IMAGE", help: "With kubernetes: the container's image."),
      OptionSpecification(
        "claim",
        "NAME",
        help: "With kubernetes: the claim of the volume with the corpus, mounted at /corpus."
      ),
    ],
    flags: [
      FlagSpecification("print", help: "Print the files, and submit nothing."),
      FlagSpecification("require-coverage", help: "Pass --require-coverage on to merge."),
      FlagSpecification("force", help: "Replace files in DIR that differ."),
    ],
    examples: [
      CommandExample(
        "kymo corpus submit corpus.json --to slurm",
        "an array, and the merge behind it"
      ),
      CommandExample(
        "kymo corpus submit corpus.json --to parallel",
        "all tasks on this machine, and the verdict"
      ),
      CommandExample(
        "kymo corpus submit corpus.json --to github -o .github/workflows",
        "a workflow, to be committed"
      ),
    ],
    exitCodes: [
      ExitCodeNote(
        .failure,
        "the engine is not installed or refuses the job, or a file cannot be written"
      ),
      ExitCodeNote(
        .regression,
        "with parallel, which waits: the verdict of merge (3 and 4 as well)"
      ),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    guard let engine = CorpusEngine(rawValue: arguments.text("to")) else {
      preconditionFailure("--to was validated")
    }
    try arguments.check(
      ["image", "claim"],
      haveEffectIf: engine == .kubernetes,
      "is for --to kubernetes"
    )
    let path = arguments.positional("manifest")
    let manifest = try CorpusManifest.read(path)
    let isSubmitted = !arguments.flag("print") && !arguments.isGiven("output")
    if isSubmitted {
      guard let program = engine.program else {
        throw .usage("a workflow is committed, not submitted: give -o DIR or --print")
      }
      guard isInstalled(program) else {
        throw CommandFailure(
          "there is no \(program) in PATH, so no \(engine.rawValue) to submit to "
            + "(write the files with -o DIR, or see them with --print)"
        )
      }
    }
    var job = try job(manifest, engine, arguments, console.interrupt)
    if arguments.flag("require-coverage") { job.mergeOptions = ["--require-coverage"] }
    if engine == .github || engine == .kubernetes,
      manifest.builds.contains(where: { $0.commit == nil })
    {
      console.note(
        """
        builds are identified by the hash of their executables, so each machine needs the very \
        same files; plan with --build NAME=REVISION to build there
        """
      )
    }
    let files = engine.files(job)
    if arguments.flag("print") {
      // One alone can go into a file as it is.
      for file in files { console.print((files.count > 1 ? "### \(file.name)\n" : "") + file.text) }
    }
    try arguments.check(
      ["force"],
      haveEffectIf: arguments.isGiven("output"),
      "is for the files of -o DIR"
    )
    if let folder = arguments.textIfGiven("output") {
      if !arguments.flag("force") { try check(files, in: folder) }
      try write(files, to: folder, path, &console)
    }
    guard isSubmitted else { return .success }
    return try submit(files, to: engine, &console)
  }

  private static func job(
    _ manifest: CorpusManifest,
    _ engine: CorpusEngine,
    _ arguments: ParsedArguments,
    _ interrupt: Interrupt
  ) throws(CommandFailure) -> CorpusJob {
    let limit = engine == .slurm ? slurmLimit(interrupt) ?? engine.usualLimit : engine.usualLimit
    let least = (manifest.taskCount - 1) / limit + 1
    let slice = arguments.integerIfGiven("slice") ?? least
    guard slice >= least else {
      throw .usage(
        "--slice \(slice): \(engine.rawValue) takes \(limit) indices, and there are "
          + "\(manifest.taskCount) tasks; give --slice \(least) or more"
      )
    }
    // A program that was started by its path is not known by its name elsewhere.
    var tool = arguments.tool.name
    if engine == .slurm || engine == .parallel, !isInstalled(tool) {
      tool = UnsafeFolder.realPath("/proc/self/exe") ?? tool
    }
    var job = CorpusJob(
      taskCount: manifest.taskCount,
      slice: slice,
      isAlone: manifest.wantsMachineAlone,
      manifest: arguments.positional("manifest"),
      results: arguments.text("results"),
      tool: arguments.textIfGiven("tool") ?? tool
    )
    job.parallel = arguments.integerIfGiven("parallel")
    job.setup = arguments.textIfGiven("setup")
    job.image = arguments.textIfGiven("image")
    job.claim = arguments.textIfGiven("claim")
    return job
  }

  /// Returns the limit that the cluster around this machine states; nil without one.
  private static func slurmLimit(_ interrupt: Interrupt) -> Int? {
    guard isInstalled("scontrol") else { return nil }
    let limits = TrialLimits(nanoseconds: 10_000_000_000) { interrupt.isRequested }
    do {
      let outcome = try limits.run(["scontrol", "show", "config"])
      let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
      guard let line = lines.first(where: { $0.hasPrefix("MaxArraySize ") }) else { return nil }
      return line.split(separator: " ").last.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    } catch { return nil }
  }

  /// Whether a program is in PATH.
  private static func isInstalled(_ program: String) -> Bool {
    let folders = (UnsafeTerminal.environment("PATH") ?? "").split(separator: ":")
    return folders.contains { UnsafeFileIdentity(path: "\($0)/\(program)") != nil }
  }

  /// Looks whether a file would be replaced that somebody may have changed.
  private static func check(
    _ files: [CorpusJobFile],
    in folder: String
  ) throws(CommandFailure) {
    for file in files {
      let path = "\(folder)/\(file.name)"
      guard UnsafeFileIdentity(path: path) != nil else { continue }
      guard try UnsafeTextFile.read(path, limit: 1 << 24) == file.text else {
        throw CommandFailure(
          file: path,
          "it already exists, with other content; nothing was written",
          remedy: "--force replaces it"
        )
      }
    }
  }

  private static func write(
    _ files: [CorpusJobFile],
    to folder: String,
    _ manifest: String?,
    _ console: inout Console
  ) throws(CommandFailure) {
    try CommandFailure.of(try UnsafeFolder.make(folder))
    let inputs = InputFiles(manifest.map { [$0] } ?? [])
    for file in files {
      let output = try OutputFile("\(folder)/\(file.name)", isNone: inputs)
      try output.write(file.text)
      try output.commit()
    }
    console.note("wrote \(files.map { "\(folder)/\($0.name)" }.inWords)")
  }

  /// Runs the script that hands a corpus over.
  private static func submit(
    _ files: [CorpusJobFile],
    to engine: CorpusEngine,
    _ console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    guard let script = engine.script else { return .success }
    let folder = try CommandFailure.of(try UnsafeTemporaryFolder())
    defer { folder.remove() }
    let wasQuiet = console.isQuiet
    console.isQuiet = true
    try write(files, to: folder.path, nil, &console)
    console.isQuiet = wasQuiet
    let interrupt = console.interrupt
    let outcome = try CommandFailure.of(
      try UnsafeChildProcess.run(
        ["sh", "\(folder.path)/\(script)"],
        shouldStop: { interrupt.isRequested }
      )
    )
    let said = String(decoding: outcome.output, as: UTF8.self)
    if !said.isEmpty { console.print(said) }
    let diagnostics = String(decoding: outcome.diagnostics, as: UTF8.self)
    switch outcome.end {
    case .exited(let status):
      guard status != 0 else { return .success }
      if engine == .parallel, let verdict = ExitStatus(rawValue: status),
        [2, 3, 4].contains(status)
      {
        return verdict
      }
      throw CommandFailure("\(engine.rawValue): \(outcome.ending): \(outcome.lastLines(2))")
    case .interrupted: throw CommandFailure("interrupted", status: .partial)
    default:
      throw CommandFailure("\(engine.rawValue): \(outcome.ending): \(diagnostics.suffix(200))")
    }
  }
}
