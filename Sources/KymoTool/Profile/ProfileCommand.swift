import KymoBench
import KymoBridge
import KymoCommandLine
import KymoProfile
import KymoReport
import KymoRecording
import KymoText
import KymoTrials

/// `kymo profile`: where the time between an event and its reply goes.
enum ProfileCommand: Subcommand {
  /// `--all-threads`.
  private static let allThreads = FlagSpecification(
    "all-threads",
    help:
      "List the functions of all threads, also while they wait; else of events that are handled."
  )

  static let specification = CommandSpecification(
    name: "profile",
    abstract: "Show where the time between an event and its reply goes.",
    discussion: """
      Replays a recording through an app for --duration, in rounds of three runs: a plain run, a \
      run in which the stacks of all threads are sampled, and a run in which every stage and every \
      handler is timed. The report prints what sampling and timing cost.
      """,
    positionals: [
      PositionalSpecification("recording", help: "The .mcap file to replay.")
    ],
    options: [
      .speed(default: "max"),
      OptionSpecification(
        "max-gap",
        "SECONDS",
        kind: .duration,
        help: "Wait at most so long between two events, however long the recorded gap."
      ).rare,
      .duration(default: "4", help: "For so long, new rounds begin; all their runs count."),
      OptionSpecification(
        "repeat",
        "N",
        kind: .integer(1...1_000_000),
        help: "Make N rounds, however long they take."
      ).rare,
      BenchAttempts.option,
      OptionSpecification(
        "hz",
        "N",
        kind: .integer(SamplerOptions.frequencies),
        default: "1003",
        help: "How often each thread is sampled, in times a second."
      ).rare,
      OptionSpecification(
        "with",
        "WHO",
        kind: .choice(ProfileBackEnd.allCases.map(\.rawValue)),
        default: ProfileBackEnd.sampler.rawValue,
        help: "Who looks at the functions: the sampler in the process, perf, or valgrind."
      ),
      OptionSpecification(
        "tail",
        "PERCENTILE|TIME",
        help: "Time only slow events: those beyond a percentile (p99) or a time (20us)."
      ),
      PageOptions.page,
    ] + PageOptions.world + [
      .app,
      .mode,
      .seed().rare,
      .format,
      .export(ProfileExportKind.names, of: "the profile"),
      OptionSpecification(
        "baseline",
        "FILE",
        kind: .file,
        help: """
          A former --export json or folded: functions whose share of the samples changed, also in html and \
          difference.
          """
      ),
    ],
    flags: [
      allThreads,
      FlagSpecification(
        "with-recorder",
        help: "Record every run too, with its trace, and throw the recordings away."
      ).rare,
    ],
    examples: [
      CommandExample("kymo profile walk.mcap", "stages, handlers and functions, in four seconds"),
      CommandExample(
        "kymo profile walk.mcap --tail p99",
        "what the slowest hundredth of the events spend their time on"
      ),
      CommandExample(
        "kymo profile session.mcap --page app/index.html",
        "an app with its page: handlers, and the functions of its JavaScript"
      ),
      CommandExample(
        "kymo profile walk.mcap --export svg=walk.svg --export chrome=walk.json",
        "a flame graph for the browser, and single events for Perfetto"
      ),
      CommandExample(
        "kymo profile walk.mcap --with valgrind --export callgrind",
        "the instructions of each function, for KCachegrind too"
      ),
      CommandExample(
        "kymo profile walk.mcap --baseline before.json --export html=now.html --export difference",
        "what takes more than it did, as tables and as a flame graph of the change"
      ),
    ],
    exitCodes: [
      ExitCodeNote(.success, "it was profiled"),
      ExitCodeNote(
        .partial,
        "the figures are INVALID: the dispatching thread lost its core, or it was interrupted"
      ),
      ExitCodeNote(
        .failure,
        "the recording cannot be read or has no events, or a file is not written"
      ),
      ExitCodeNote(.diverged, "the app gave another result when it ran again"),
      ExitCodeNote(.usage, "the command line is wrong, or asks for what does not go together"),
    ]
  ).explained(in: .profiles, .pages)

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let path = arguments.positional("recording")
    let options = try ProfileOptions(arguments)
    if options.backEnd == .valgrind {
      return try InstructionCount.run(arguments, console: &console)
    }
    let baseline = try ProfileBaseline(arguments)
    let exports = try ProfileExports(
      arguments,
      inputs: InputFiles([path] + arguments.texts("baseline")).with(
        page: options.plan.page,
        arguments
      )
    )
    console.isOutputTaken = exports.takesOutput
    let file = try SessionFile.open(path)
    let type = try file.app(arguments, path: path)
    let setup = setup(file, path, hasPage: options.plan.page != nil, arguments, &console)
    let folder = options.backEnd == .perf ? try CommandFailure.of(try UnsafeTemporaryFolder()) : nil
    defer { folder?.remove() }
    let interrupt = console.interrupt
    let perf = folder.map {
      PerfSampling(frequency: arguments.integer("hz"), folder: $0.path) { interrupt.isRequested }
    }
    let plan = options.plan
    let setting = try PageSetting(for: file, path, arguments)
    let page = setting.map { makePage($0, arguments, setup) }
    let subject = ProfileSubject(path, file, app: type, setup)
    let commit = BenchCommand.commit
    let (last, count) = try BenchAttempts.run(
      atMost: arguments.integer(BenchAttempts.option.name),
      &console,
      isLast: { (report: ProfileReport?) in
        report.map { $0.validity.isValid || $0.wasInterrupted } ?? true
      }
    ) { _, console throws(CommandFailure) in
      var trial = ProfileTrial(subject, plan, perf: perf, page: page) { interrupt.isRequested }
      do throws(TrialError) { try trial.run(&console) } catch {
        throw failure(error, type.channels)
      }
      return ProfileReport(
        trial,
        exporter: "\(arguments.tool.name) \(arguments.tool.version)",
        commit: commit,
        tail: arguments.textIfGiven("tail") ?? ""
      )
    }
    guard var report = last else {
      console.complain(
        "\(path.printable): interrupted before the first run that counts was over; nothing is kept"
      )
      return .partial
    }
    report.attempts = count
    return try publish(report, baseline, exports, arguments, &console)
  }

  /// Returns the setup of every run.
  private static func setup(
    _ file: SessionFile,
    _ path: String,
    hasPage: Bool,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) -> AppSetup {
    var setup = arguments.setup(file)
    if hasPage {
      // There is a page, whatever the recording says.
      if setup.calls == nil { setup.calls = CallRules() }
      if let mode = arguments.callMode { setup.calls?.mode = mode }
    }
    if setup.calls == nil, arguments.isGiven("mode") {
      console.note("--mode has no effect: \(path.printable) has no page that makes calls")
    }
    return setup
  }

  /// Prints the report, and writes the profile in every format that was asked for.
  private static func publish(
    _ report: ProfileReport,
    _ baseline: ProfileBaseline?,
    _ exports: ProfileExports,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    var profile = report.profile
    let program = try CommandFailure.of(try UnsafeFileHash.of("/proc/self/exe").content)
    profile.notes.append(ProfileNote(name: ProfileNote.program, value: program))
    if !report.hasNames {
      profile.notes.append(ProfileNote(name: ProfileNote.nameless, value: "yes"))
    }
    profile.notes.append(ProfileNote(name: ProfileNote.commandLine, value: arguments.commandLine))
    // What the report says of the whole is in every file, too.
    profile.notes += report.accountNotes
    var difference: ProfileDifference?
    if let baseline {
      baseline.note(against: profile, &console)
      difference = try CommandFailure.of(try baseline.difference(to: profile))
    }
    if arguments.wantsJSON {
      console.print(report.json)
      BenchFrame.complain(of: report.validity.reasons, to: &console)
    } else {
      report.print(
        hasAllThreads: arguments.flag(allThreads.name),
        tool: arguments.tool.name,
        attempts: arguments.integer(BenchAttempts.option.name),
        to: &console
      )
    }
    if let baseline, let difference, !arguments.wantsJSON {
      baseline.print(difference, to: &console)
    }
    try exports.write(
      profile,
      difference,
      report.validity,
      wasInterrupted: report.wasInterrupted,
      &console
    )
    return report.status
  }

  /// Makes the app's page for each run.
  private static func makePage(
    _ setting: PageSetting,
    _ arguments: ParsedArguments,
    _ setup: AppSetup
  ) -> ProfileTrial.MakePage {
    { instance, start throws(TrialError) in
      do throws(CommandFailure) {
        return try BenchPage(setting, arguments, instance, setup, start: start, guarding: .watch)
      } catch { throw TrialError(error, tool: arguments.tool.name) }
    }
  }

  /// Describes the failure of a profile, with where to look.
  private static func failure(_ error: TrialError, _ channels: [InputChannel]) -> CommandFailure {
    guard let path = error.subject else { return CommandFailure(error) }
    switch error.kind {
    case .empty: return BenchSource.noEvents(path, .all, channels)
    case .diverged:
      return CommandFailure(
        file: path,
        error.problem,
        remedy: "see \(.tool) perturb \(path)",
        status: .diverged
      )
    default: return CommandFailure(error)
    }
  }
}
