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
      Loads a page in the engine of the phone's own web view, JavaScriptCore, with a real document and no browser, and feeds it \
      a session: the sensors, and the replies of the native side. What it calls goes to the native side, the app of --app. Time \
      is that of the session. Printed are the console, what became of every message, and two digests.
      """,
    positionals: [
      PositionalSpecification(
        "page",
        help: "The page: a file of HTML, or a script that ends with .js."
      ),
      PositionalSpecification(
        "recording",
        help: """
          The session that it gets, in one piece or in parts that follow each other; without one it gets nothing \
          but time.
          """,
        count: .any
      ),
    ],
    options: [
      .app,
      .mode,
      .speed(default: "max"),
      .rate(
        help: "Give the session at this mean rate, in its own timing, instead of a speed."
      ),
      OptionSpecification(
        "after",
        "SECONDS",
        kind: .duration,
        default: "1",
        help: "How long the page lives on after the last event of the session, in its own time."
      ).rare,
      OptionSpecification(
        "seed",
        "N",
        kind: .seed,
        help: "Everything random starts here; if not given, at the seed of the recording, or 1."
      ),
    ] + PageOptions.world + [
      OptionSpecification(
        "script-time",
        "SECONDS",
        kind: .number(0.001...3600),
        default: "10",
        help: "End a script that runs longer without coming back."
      ).rare,
      OptionSpecification(
        "script-memory",
        "MIB",
        kind: .integer(16...65_536),
        default: "1024",
        help: "End scripts that take more memory."
      ).rare,
      OptionSpecification(
        "fault",
        "KIND@N",
        isRepeatable: true,
        help: """
          At message N: drop@N, duplicate@N, reorder@N, reload@N, or delay@N=SECONDS. Instead of N also a \
          probability, drop@1%, drawn from --seed.
          """
      ),
      OptionSpecification(
        "sweep-faults",
        "KINDS",
        help: """
          Make one fault at every message in turn, in a run each, and say what comes of it: kinds with commas \
          between them, or all.
          """
      ),
      OptionSpecification(
        "at-most",
        "RUNS",
        kind: .integer(1...1_000_000),
        default: "500",
        help:
          "With --sweep-faults: how many runs; if messages are more, those that are tried lie evenly."
      ),
      OptionSpecification(
        "record",
        "FILE",
        kind: .file,
        help: "Record the session with what the page called and what came of it."
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
        help: "Compare the page's calls with those that the recording has of it."
      ),
      FlagSpecification(
        "decline",
        help: "Say no to what the page asks; otherwise somebody says yes."
      ).rare,
    ],
    examples: [
      CommandExample("kymo run app/index.html walk.mcap", "what does the page make of a walk?"),
      CommandExample(
        "kymo run app/index.html walk.mcap --record run.mcap",
        "and record what crossed the bridge"
      ),
      CommandExample("kymo run app/index.html run.mcap --verify", "does it still do the same?"),
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
        "the page cannot be loaded, a script threw and nobody caught it, or ran into a limit; of a sweep: "
          + "a fault makes it do so"
      ),
      ExitCodeNote(.partial, "it was interrupted"),
      ExitCodeNote(.diverged, "the page made other calls than the recording has"),
    ]
  ).explained(in: .pages, .exports)

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    try arguments.check(
      ["compression", "flush-interval", "fsync"],
      haveEffectIf: arguments.isGiven("record"),
      "is for the recording that --record writes, and there is no --record"
    )
    try arguments.check(
      ["at-most"],
      haveEffectIf: arguments.isGiven("sweep-faults"),
      "is for --sweep-faults"
    )
    if arguments.isGiven("sweep-faults") {
      return try FaultSweep(PageSession(arguments)).run(&console)
    }
    var output: OutputFile?
    do { return try PageSession(arguments).run(&output, &console) } catch {
      throw output?.failure(after: error) ?? error
    }
  }
}
