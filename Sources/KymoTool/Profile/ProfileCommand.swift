import KymoBridge
import KymoCommandLine
import KymoProfile
import KymoRecording
import KymoText
import KymoTrials

/// `kymo profile`: where the time between an event and its reply goes.
enum ProfileCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "profile",
    abstract: "Show where the time between an event and its reply goes.",
    discussion: """
      Replays a recording through an app again and again for --duration, in rounds of three runs: one plain, one in \
      which the stacks of all threads are sampled, and one in which every stage and every handler is timed. What either costs is \
      stated.
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
      .duration(default: "4", help: "How long rounds are begun, all runs together."),
      OptionSpecification(
        "repeat",
        "N",
        kind: .integer(1...1_000_000),
        help: "Make N rounds, however long they take."
      ).rare,
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
        help: "Only time events beyond a percentile (p99), or that take so long (20us)."
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
      FlagSpecification(
        "with-recorder",
        help: "Record every run too, with its trace, and throw the recordings away."
      ).rare
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
      ExitCodeNote(.partial, "it was interrupted; what was measured until then is shown"),
      ExitCodeNote(
        .failure,
        "the recording cannot be read or has no events, or a file is not written"
      ),
      ExitCodeNote(.diverged, "the app came to another result when it ran again"),
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
      let type = try SessionFile.open(path).app(arguments, path: path)
      return try InstructionProfile.run(arguments, type.name, console: &console)
    }
    let baseline = try ProfileBaseline(arguments)
    let exports = try ProfileExports(
      arguments,
      inputs: InputFiles([path] + arguments.texts("baseline")).with(page: options.page, arguments)
    )
    console.isOutputTaken = exports.takesOutput
    let file = try SessionFile.open(path)
    let type = try file.app(arguments, path: path)
    var setup = arguments.setup(file)
    if options.page != nil {
      // There is a page, whatever the recording says.
      if setup.calls == nil { setup.calls = CallRules() }
      if let mode = arguments.callMode { setup.calls?.mode = mode }
    }
    if setup.calls == nil, arguments.isGiven("mode") {
      console.note("--mode has no effect: \(path.printable) has no page that makes calls")
    }
    let folder = options.backEnd == .perf ? try CommandFailure.of(try UnsafeTemporaryFolder()) : nil
    defer { folder?.remove() }
    let interrupt = console.interrupt
    let perf = folder.map {
      PerfSampling(frequency: arguments.integer("hz"), folder: $0.path, interrupt: interrupt)
    }
    var session = ProfileSession(path, file, app: type, setup, options, arguments, perf) {
      interrupt.isRequested
    }
    try session.run(&console)
    guard let digest = session.digest, session.hasResults else {
      console.complain(
        "\(path.printable): interrupted before the first run that counts was over; nothing is kept"
      )
      return .partial
    }
    var (profile, hasNames) = session.profile(exporter: arguments.tool)
    let program = try CommandFailure.of(try UnsafeFileHash.of("/proc/self/exe").content)
    profile.notes.append(ProfileNote(name: ProfileBaseline.program, value: program))
    if !hasNames { profile.notes.append(ProfileNote(name: ProfileBaseline.nameless, value: "yes")) }
    profile.notes.append(ProfileNote(name: "command line", value: arguments.commandLine))
    let report = ProfileReport(
      path: path,
      app: type.name,
      profile: profile,
      digest: digest,
      eventCount: session.eventCount,
      rounds: session.rounds,
      isPaced: options.replay.speed != .maximum,
      slow: session.slowEvents(saying: arguments.text("tail")),
      watch: session.watch.account,
      timedCount: session.timedCount,
      sampling: ProfileOverhead(session.ratios(.sampled), plain: session.plainLengths),
      timing: ProfileOverhead(session.ratios(.timed), plain: session.plainLengths),
      hasNames: hasNames,
      isByPerf: perf != nil,
      wasInterrupted: session.wasInterrupted
    )
    // What the report says of the whole is in every file, too.
    profile.notes += report.accountNotes
    var difference: ProfileDifference?
    if let baseline {
      baseline.note(against: profile, &console)
      difference = try baseline.difference(to: profile)
    }
    if arguments.wantsJSON { console.print(report.json) } else { report.print(to: &console) }
    if let baseline, let difference, !arguments.wantsJSON {
      baseline.print(difference, to: &console)
    }
    try exports.write(profile, difference, wasInterrupted: session.wasInterrupted, &console)
    return report.status
  }
}
