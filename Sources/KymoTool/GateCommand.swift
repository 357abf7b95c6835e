import KymoBench
import KymoBridge
import KymoRecording
import KymoReport

/// `kymo gate`: whether HEAD is slower than BASE.
enum GateCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "gate",
    abstract: "Compare two builds; the verdict is the exit status.",
    discussion: """
      BASE and HEAD are two built kymo, or two git revisions of the repository around the working \
      directory, which are built in worktrees that are removed again. They are compared on this \
      machine, now, in turns, each measurement by a fresh process; nothing is held against figures \
      from another day or another machine.

      First, both must replay the recording to the same digest. Then what can be counted is: \
      instructions, allocations and system calls per event, under valgrind. Then what has to be measured: cost, the \
      handlers' own time, and load, the response time from when each event was due. The pairs of a \
      figure give a median ratio with exact bounds. A figure has REGRESSED only if the lower bound \
      is above the threshold, and again in a second batch that is judged alone: equal builds are \
      called that in at most one run of a hundred, however many commands there are.

      In every round BASE is measured twice, and HEAD once more with a slowdown made on purpose. If \
      BASE differs from itself the result is INVALID; if the slowdown is not seen, INCONCLUSIVE. \
      Each figure comes with the smallest change that would have been found nine times in ten.

      --export also writes the verdict for CI servers: junit has a test for every figure, github-summary \
      goes to $GITHUB_STEP_SUMMARY if that is set, github-annotations to standard output. FILE is - for \
      standard output; without one it is gate.junit.xml and so on.
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
        help: "How long it may take in all, with building."
      ),
      OptionSpecification(
        "pairs",
        "N",
        kind: .integer(1...SignTest.maximumCount),
        default: "20",
        help: "How many pairs of measurements a batch has."
      ),
      OptionSpecification(
        "threshold",
        "PERCENT",
        kind: .number(0.1...100),
        default: "3",
        help: "The change of a median that counts; of a 99th percentile 3.3 times as much."
      ),
      .rate(default: "100000", help: "The rate that is offered where load is measured."),
      .duration(
        default: "1",
        help: "How long each measurement under load is; less on a short budget."
      ),
      OptionSpecification(
        "skip",
        "PART",
        kind: .choice(["counts", "cost", "load"]),
        isRepeatable: true,
        help: "Leave out counts, cost or load."
      ),
      .app,
      .format,
      OptionSpecification(
        "export",
        "FORMAT[=FILE]",
        kind: .namedFile(GateExportFormat.allCases.map(\.rawValue), needsFile: false),
        isRepeatable: true,
        help: "Also write the verdict as FORMAT, one of "
          + GateExportFormat.allCases.map(\.rawValue).joined(separator: ", ") + "."
      ),
    ],
    flags: [
      FlagSpecification("ignore-digest", help: "Compare builds that give different results, too."),
      FlagSpecification("strict", help: "Noise in a 99th percentile is INCONCLUSIVE, too."),
    ],
    examples: [
      CommandExample("kymo gate main HEAD walk.mcap", "what a pull request costs, both built here"),
      CommandExample(
        "kymo gate base/kymo .build/release/kymo walk.mcap --budget 5m --format json",
        "two builds that are there already, for a script"
      ),
      CommandExample(
        "kymo gate HEAD~1 HEAD walk.mcap --skip load",
        "on a machine that is too busy to offer a load"
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
      ExitCodeNote(.failure, "a revision, build or recording cannot be had"),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let start = MonotonicTime.nanoseconds()
    guard Set(arguments.texts("skip")).count < 3 else {
      throw .usage("--skip leaves nothing to compare; leave one of counts, cost and load")
    }
    guard arguments.nanoseconds("budget") > 0 else { throw .usage("--budget must not be 0") }
    let recording = arguments.positional("recording")
    _ = try SessionFile.open(recording)
    let exports = try ExportFiles(
      arguments.optionallyNamedFiles("export"),
      GateExportFormat.init,
      inputs: [recording, arguments.positional("base"), arguments.positional("head")]
    )
    console.isOutputTaken = exports.takesOutput
    let startNanoseconds = UnsafeWallClock.nanoseconds()
    let limits = GateLimits(
      deadline: start + arguments.nanoseconds("budget"),
      interrupt: console.interrupt
    )
    let folder = try UnsafeTemporaryFolder()
    var worktrees = GateWorktrees(folder: folder.path)
    defer {
      worktrees.remove()
      folder.remove()
    }
    var builds: [GateBuild] = []
    for (word, name) in [("base", "BASE"), ("head", "HEAD")] {
      var build = try worktrees.resolve(arguments.positional(word), as: name, limits, &console)
      try build.identify(limits)
      builds.append(build)
    }
    var report = GateReport(
      base: builds[0],
      head: builds[1],
      recording: recording,
      threshold: arguments.number("threshold") / 100,
      isStrict: arguments.flag("strict"),
      pairs: arguments.integer("pairs")
    )
    let (digests, events) = try digests(report, arguments, limits)
    report.digests = digests
    if digests.base == digests.head || digests.mayDiffer {
      try measure(&report, events, folder, arguments, limits, &console)
    }
    report.isInterrupted = console.interrupt.isRequested
    report.seconds = Double(MonotonicTime.nanoseconds() - start) / 1e9
    if arguments.wantsJSON { console.print(report.json) } else { report.print(to: &console) }
    let summary = report.summary(startNanoseconds: startNanoseconds)
    try exports.write(to: &console, isOutputJSON: arguments.wantsJSON) { $0.text(of: summary) }
    return switch report.decision.verdict {
    case .pass, .improved: .success
    case .regressed: .regression
    case .inconclusive, .invalid: .partial
    }
  }

  /// What both builds make of the recording, and how many events it has.
  private static func digests(
    _ report: GateReport,
    _ arguments: ParsedArguments,
    _ limits: GateLimits
  ) throws(CommandFailure) -> (GateDecision.Digests, events: Int) {
    var digests: [String] = []
    var events = 0
    for build in [report.base, report.head] {
      var command = [build.executable, "replay", report.recording, "--format", "json", "--quiet"]
      if let app = arguments.textIfGiven("app") { command += ["--app", app] }
      let outcome = try limits.run(command)
      try limits.check(outcome)
      var document = JSONDocument()
      do { try document.parse(String(decoding: outcome.output, as: UTF8.self)) } catch {
        document.reset()
      }
      guard outcome.end == .exited(0), !outcome.output.isEmpty,
        let digest = document.text("digest", of: document.root)
      else {
        throw CommandFailure(
          file: build.word,
          "\(build.name) cannot replay the recording (\(outcome.ending)): \(outcome.lastLines())"
        )
      }
      digests.append(digest)
      events = Int(document.figure("events", of: document.root) ?? 0)
    }
    let mayDiffer = arguments.flag("ignore-digest")
    return (.init(base: digests[0], head: digests[1], mayDiffer: mayDiffer), events)
  }

  private static func measure(
    _ report: inout GateReport,
    _ events: Int,
    _ folder: UnsafeTemporaryFolder,
    _ arguments: ParsedArguments,
    _ limits: GateLimits,
    _ console: inout Console
  ) throws(CommandFailure) {
    let app = arguments.textIfGiven("app")
    let skipped = Set(arguments.texts("skip"))
    if !skipped.contains("counts") {
      let counter = GateCounter(
        base: report.base,
        head: report.head,
        recording: report.recording,
        app: app
      )
      console.note("counting instructions, allocations and system calls")
      report.counts = counter.counts(
        events: events,
        folder: folder,
        limits.within(limits.remaining / 4)
      )
    }
    var meters: [GateMeter] = []
    if !skipped.contains("cost") {
      if let old = [report.base, report.head].first(where: { !$0.hasPace }) {
        report.notes.append("cost is unavailable: \(old.name) has no bench --pace none")
      } else {
        meters.append(GateMeter(.cost(app: app), report, folder))
      }
    }
    if !skipped.contains("load") {
      // Half of what is left, for four runs per pair, and some time for each process to start.
      let share = limits.remaining / 2 / Int64(4 * (report.pairs + 1)) - 50_000_000
      let wanted = arguments.nanoseconds("duration")
      let duration = min(wanted, max(share, 200_000_000))
      if duration < wanted {
        report.notes.append(
          "the budget leaves \(console.quantity.duration(nanoseconds: duration)) for each "
            + "measurement under load"
        )
      }
      let load = GateMeasurement.load(
        rate: arguments.number("rate"),
        nanoseconds: duration,
        app: app
      )
      meters.append(GateMeter(load, report, folder))
    }
    for index in meters.indices {
      try meters[index].prepare(threshold: report.threshold, limits)
    }
    report.rules = GateRules(metricCount: meters.reduce(0) { $0 + $1.phase.series.count })
    try compare(&meters, report, limits, &console)
    report.meters = meters
  }

  /// Makes the batches: two thirds of the time at most for the first ones, so that one can be confirmed.
  private static func compare(
    _ meters: inout [GateMeter],
    _ report: GateReport,
    _ limits: GateLimits,
    _ console: inout Console
  ) throws(CommandFailure) {
    let (threshold, rules) = (report.threshold, report.rules)
    let firstLimits = limits.within(limits.remaining * 2 / 3)
    for index in meters.indices {
      console.note("measuring \(meters[index].measurement.name)")
      let share = firstLimits.remaining / Int64(meters.count - index)
      let ownLimits = firstLimits.within(share)
      try meters[index].measure(pairs: report.pairs, isConfirmation: false, ownLimits, &console)
      meters[index].close(rules: rules)
    }
    for look in 2...GateRules.looks {
      for index in meters.indices
      where !firstLimits.isOver
        && meters[index].phase.isUndecided(
          threshold: threshold,
          rules: rules,
          isStrict: report.isStrict
        )
      {
        console.note("\(meters[index].measurement.name) is undecided; measuring more of it")
        let pairs = look * report.pairs
        try meters[index].measure(pairs: pairs, isConfirmation: false, firstLimits, &console)
      }
    }
    for index in meters.indices where !limits.isOver {
      let phase = meters[index].phase
      guard phase.failure == nil, phase.isSuspect(threshold: threshold, rules: rules) else {
        continue
      }
      console.note("\(phase.name): a change was seen; confirming it on a batch of its own")
      let pairs = meters[index].pairCount(isConfirmation: false)
      try meters[index].measure(pairs: pairs, isConfirmation: true, limits, &console)
    }
  }
}
