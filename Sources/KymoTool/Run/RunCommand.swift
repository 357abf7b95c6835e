import KymoBridge
import KymoCommandLine
import KymoCore
import KymoMCAP
import KymoRecording
import KymoReport
import KymoScript

/// `kymo run`: a hybrid app's own JavaScript against a recording.
enum RunCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "run",
    abstract: "Run an app's own page, with its JavaScript, against a recorded session.",
    discussion: """
      Loads a page in JavaScriptCore, the engine of the phone's own web view, with a real document \
      and no browser. Feeds it a session: the sensors, and the replies of the native side. The \
      page's calls go to the native side, the app of --app. Time is that of the session. Prints \
      the console, the fate of every message, and two digests.
      """,
    positionals: [
      PositionalSpecification(
        "page",
        help: "The page: a file of HTML, or a script that ends with .js."
      ),
      PositionalSpecification(
        "recording",
        help: """
          The session for the page, in one file or in consecutive parts; without one, only time \
          passes.
          """,
        count: .any
      ),
    ],
    options: [
      .app,
      .mode,
      .speed(default: "max"),
      .rate(
        help: "Scale the session's timing to this mean rate, instead of a speed."
      ),
      OptionSpecification(
        "after",
        "SECONDS",
        kind: .duration,
        default: "1",
        help: "How long the page runs on after the last event, in the time of the session."
      ).rare,
      OptionSpecification(
        "seed",
        "N",
        kind: .seed,
        help: "The seed of everything random; that of the recording, or 1, if not given."
      ),
    ] + PageOptions.world + PageInputOptions.options + [
      OptionSpecification(
        "script-time",
        "SECONDS",
        kind: .number(0.001...3600),
        default: "10",
        help: "End a script that takes more processor time without returning."
      ).rare,
      OptionSpecification(
        "script-memory",
        "MIB",
        kind: .integer(16...65_536),
        default: "1024",
        help: "End scripts that use more memory."
      ).rare,
      OptionSpecification(
        "fault",
        "KIND@N",
        isRepeatable: true,
        help: """
          Inject a fault at message N: drop@N, duplicate@N, reorder@N, reload@N, or \
          delay@N=SECONDS; or with a probability, drop@1%, seeded by --seed.
          """
      ),
      OptionSpecification(
        "sweep-faults",
        "KINDS",
        help: """
          Inject one fault at every message in turn, in a run each, and report the outcomes: kinds \
          separated by commas, or all.
          """
      ),
      OptionSpecification(
        "at-most",
        "RUNS",
        kind: .integer(1...1_000_000),
        default: "500",
        help: """
          With --sweep-faults: the most runs, in an even selection of messages.
          """
      ),
      OptionSpecification(
        "compare",
        "PHONE.jsonl",
        kind: .file,
        help: "Compare the page's calls with what kymo-recorder.js wrote on a phone."
      ),
      OptionSpecification(
        "in",
        "BROWSER",
        kind: .choice(["chromium"]),
        help: "Run it there, too, and compare."
      ),
      OptionSpecification(
        "record",
        "FILE",
        kind: .file,
        help: "Record the session, with the page's calls and their outcomes."
      ),
      OutputOptions.compression,
      OutputOptions.flushInterval,
      .format,
      .export(ExportFormat.names(for: .run), of: "the times of the page"),
    ],
    flags: [
      OutputOptions.synchronizes,
      FlagSpecification(
        "verify",
        help: "Compare the page's calls with those in the recording."
      ),
      FlagSpecification(
        "decline",
        help: "Answer the page's dialogs with no, instead of yes."
      ).rare,
      FlagSpecification(
        "strict",
        help: "Exit with 3 if the page looks for anything that does not exist here."
      ),
    ],
    examples: [
      CommandExample("kymo run app/index.html walk.mcap", "what does the page make of a walk?"),
      CommandExample(
        "kymo run app/index.html walk.mcap --record run.mcap",
        "and record what crossed the bridge"
      ),
      CommandExample("kymo run app/index.html run.mcap --verify", "does it still do the same?"),
      CommandExample(
        "kymo run app/index.html phone.mcap --plugins phone.jsonl --compare phone.jsonl",
        "does it say here what it said on the phone?"
      ),
      CommandExample(
        "kymo run app/index.html walk.mcap --fault reload@20",
        "what is lost when the page is loaded anew?"
      ),
      CommandExample(
        "kymo run app/index.html walk.mcap --sweep-faults drop,reload --at-most 100",
        "does the page get over any loss?"
      ),
    ],
    exitCodes: [
      ExitCodeNote(
        .failure,
        """
        the page cannot be loaded, a script threw an uncaught exception or hit a limit; with \
        --sweep-faults: a fault makes it do so
        """
      ),
      ExitCodeNote(
        .partial,
        """
        it was interrupted, or a tap or step did not happen; with --strict: the page looked for what does \
        not exist here
        """
      ),
      ExitCodeNote(
        .diverged,
        "the page's calls differ from those in the recording, on the phone or in Chromium"
      ),
    ]
  ).explained(in: .pages, .exports)

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    try arguments.check(
      ["compression", "flush-interval", "fsync"],
      haveEffectIf: arguments.isGiven("record"),
      "needs --record"
    )
    try arguments.check(
      ["at-most"],
      haveEffectIf: arguments.isGiven("sweep-faults"),
      "is for --sweep-faults"
    )
    if arguments.isGiven("in") { try BrowserRun.check(PageSession(arguments)) }
    if arguments.isGiven("sweep-faults") {
      return try FaultSweep(PageSession(arguments)).run(&console)
    }
    var output: OutputFile?
    do { return try PageSession(arguments).run(&output, &console) } catch {
      throw output?.failure(after: error) ?? error
    }
  }
}
