import KymoBench
import KymoCommandLine
import KymoMCAP
import KymoRecording
import KymoReport
import KymoTrials

/// `kymo gate`: whether HEAD is slower than BASE.
enum GateCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "gate",
    abstract: "Compare two builds; the verdict is the exit status.",
    discussion: """
      BASE and HEAD are two built tools, or two git revisions of the repository around the working \
      directory, which are built in worktrees. The gate compares them now, on this machine. It \
      alternates between them, and makes each measurement in a fresh process: first the digests, \
      then counts, then times. A figure has REGRESSED only beyond the threshold, and again in a \
      second batch that is judged by itself.
      """,
    positionals: [
      PositionalSpecification(
        "base",
        help: "The build to compare with: an executable or a revision."
      ),
      PositionalSpecification("head", help: "The build to judge: an executable or a revision."),
      PositionalSpecification("recording", help: "The .mcap file that gives the events."),
    ],
    options: [
      OptionSpecification(
        "budget",
        "TIME",
        kind: .duration,
        default: "10m",
        help: "The time limit, once both builds exist."
      ),
      OptionSpecification(
        "pairs",
        "N",
        kind: .integer(1...SignTest.maximumCount),
        default: "20",
        help: "How many pairs of measurements a batch begins with."
      ).rare,
      OptionSpecification(
        "threshold",
        "PERCENT",
        kind: .number(0.1...100),
        default: "3",
        help: "The change of a median that counts; for a 99th percentile, 3.3 times as much."
      ),
      .rate(
        default: "100000",
        help: "The rate of the load; with --page \(pageRate) if not given."
      ),
      OptionSpecification(
        PageOptions.page.name,
        "FILE",
        kind: .file,
        help: """
          Measure the app with its page; a revision uses the page, and its folder, of its own \
          commit.
          """
      ),
    ] + PageOptions.world + [
      .duration(
        default: "1",
        help: "The length of each measurement under load; shorter on a short budget."
      ),
      OptionSpecification(
        "skip",
        "PART",
        kind: .choice(GatePart.allCases.map(\.rawValue)),
        isRepeatable: true,
        help: "Leave out counts, cost or load."
      ),
      OptionSpecification(
        "require",
        "PART",
        kind: .choice(GatePart.allCases.map(\.rawValue)),
        isRepeatable: true,
        help: """
          INCONCLUSIVE unless counts, cost or load is known for every command; the cost of the \
          busiest command is always required.
          """
      ),
      OptionSpecification(
        "app",
        "NAME",
        kind: .text,
        help: "The app that handles the events in both builds; that of the recording if not given."
      ),
      OptionSpecification(
        "product",
        "NAME",
        kind: .text,
        help: "The executable product to build from a revision."
      ),
      OptionSpecification(
        "build",
        "COMMAND",
        kind: .text,
        help: "A shell command that builds a revision instead; it runs in the worktree."
      ),
      OptionSpecification(
        "executable",
        "PATH",
        kind: .text,
        help: "The executable that --build makes, relative to the folder in which it runs."
      ).rare,
      OptionSpecification(
        "profile",
        "FILE",
        kind: .text,
        help:
          "The flame graph of what changed, if HEAD has REGRESSED: an SVG, or a page as FILE.html."
      ),
      .format,
      .export(ExportFormat.names(for: .gate), of: "the verdict"),
    ],
    flags: [
      FlagSpecification(
        "no-cache",
        help: "Build revisions and their dependencies anew, and keep nothing."
      ).rare,
      FlagSpecification(
        "ignore-digest",
        help: """
          Compare builds even if they give different results.
          """
      ),
      FlagSpecification(
        "strict",
        help: "Noise in a 99th percentile or a rare command makes the verdict INCONCLUSIVE, too."
      ),
    ],
    examples: [
      CommandExample("kymo gate main HEAD walk.mcap", "what a pull request costs, both built here"),
      CommandExample(
        "kymo gate v1 v2 drive.mcap --build 'make tool' --executable out/tool",
        "for what Swift does not build alone"
      ),
      CommandExample(
        "kymo gate main HEAD session.mcap --page app/index.html",
        "a hybrid app: its native side and its JavaScript, both as committed"
      ),
      CommandExample(
        "kymo gate main HEAD walk.mcap --profile slower.svg",
        "which functions take more than they did, if HEAD is slower"
      ),
      CommandExample(
        "kymo gate main HEAD walk.mcap --export github-annotations --export github-summary",
        "in a job of GitHub"
      ),
    ],
    exitCodes: [
      ExitCodeNote(.success, "PASS or IMPROVED"),
      ExitCodeNote(.regression, "REGRESSED"),
      ExitCodeNote(.partial, "INCONCLUSIVE or INVALID, or it was interrupted"),
      ExitCodeNote(.failure, "a revision, build or recording is not available"),
    ]
  ).explained(in: .verdicts, .pages)

  /// The rate of a load with a page, in events/s, unless another is given.
  private static let pageRate = 2000

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let skipped = Set(arguments.texts("skip").compactMap(GatePart.init))
    let parts = Set(GatePart.allCases).subtracting(skipped)
    guard !parts.isEmpty else {
      throw .usage("--skip leaves nothing to compare; leave one of counts, cost and load")
    }
    let required = Set(arguments.texts("require").compactMap(GatePart.init))
    if let part = GatePart.allCases.first(where: { required.contains($0) && !parts.contains($0) }) {
      throw .usage("--require \(part.rawValue) and --skip \(part.rawValue) exclude each other")
    }
    guard arguments.nanoseconds("budget") > 0 else { throw .usage("--budget must not be 0") }
    try arguments.check(
      PageOptions.world.map(\.name),
      haveEffectIf: arguments.isGiven(PageOptions.page.name),
      "needs --page"
    )
    let recipe = try BuildRecipe(arguments)
    let recording = arguments.positional("recording")
    _ = try SessionFile.open(recording)
    let inputs = InputFiles(
      [recording, arguments.positional("base"), arguments.positional("head")]
    ).with(page: arguments.textIfGiven(PageOptions.page.name), arguments)
    let exports = try ExportFiles(
      arguments.optionallyNamedFiles("export"),
      of: .gate,
      inputs: inputs
    )
    let graph = arguments.textIfGiven("profile")
    if let graph { try checkGraph(graph, inputs, arguments) }
    console.isOutputTaken = exports.takesOutput
    let startNanoseconds = UnsafeWallClock.nanoseconds()
    var gate = Gate(
      base: arguments.positional("base"),
      head: arguments.positional("head"),
      recording: recording
    )
    gate.app = arguments.textIfGiven("app")
    gate.page = arguments.textIfGiven(PageOptions.page.name)
    gate.pageOptions = PageOptions.words(arguments)
    gate.recipe = recipe
    gate.keepsBuilds = !arguments.flag("no-cache")
    gate.budgetNanoseconds = arguments.nanoseconds("budget")
    gate.graph = graph
    gate.configuration = GateConfiguration(
      parts: parts,
      pairs: arguments.integer("pairs"),
      threshold: arguments.number("threshold") / 100,
      isStrict: arguments.flag("strict"),
      required: required,
      mayDiffer: arguments.flag("ignore-digest"),
      rate: gate.page != nil && !arguments.isGiven("rate")
        ? Double(pageRate) : arguments.number("rate"),
      loadNanoseconds: arguments.nanoseconds("duration")
    )
    let interrupt = console.interrupt
    let report: GateReport
    do {
      report = try gate.run(telling: &console) { interrupt.isRequested }
    } catch { throw CommandFailure(error) }
    if let profile = report.profile { try write(profile, inputs, arguments) }
    if arguments.wantsJSON {
      console.print(report.json)
    } else {
      report.print(to: &console, commandLine: arguments.commandLine)
    }
    let summary = report.summary(
      startNanoseconds: startNanoseconds,
      tool: arguments.tool.name,
      commandLine: arguments.commandLine
    )
    try exports.write(
      to: &console,
      isOutputJSON: arguments.wantsJSON,
      wasInterrupted: report.measurements.isInterrupted
    ) { $0.text(of: .gate(summary)) }
    return switch report.verdict {
    case .pass, .improved: .success
    case .regressed: .regression
    case .inconclusive, .invalid: .partial
    }
  }

  /// Looks whether the graph can be written, before anything is measured.
  ///
  /// - Throws: why not.
  private static func checkGraph(
    _ path: String,
    _ inputs: InputFiles,
    _ arguments: ParsedArguments
  ) throws(CommandFailure) {
    guard path != "-" else {
      throw .usage("--profile takes a file: standard output is the report's")
    }
    guard !arguments.optionallyNamedFiles("export").contains(where: { $0.file == path }) else {
      throw .usage("--export and --profile both write \(path); give each a file of its own")
    }
    try OutputFile(path, isNone: inputs).discard()
  }

  /// Writes the graph, if there is one.
  private static func write(
    _ profile: GateProfile,
    _ inputs: InputFiles,
    _ arguments: ParsedArguments
  ) throws(CommandFailure) {
    let graph = try CommandFailure.of(
      try profile.graph(tool: arguments.tool.name, commandLine: arguments.commandLine)
    )
    guard let graph else { return }
    let file = try OutputFile(profile.path, isNone: inputs)
    do throws(MCAPError) {
      try graph.withRawSpan { bytes throws(MCAPError) in try file.write(bytes) }
    } catch { throw CommandFailure(error, file: profile.path) }
    try file.commit()
  }
}
