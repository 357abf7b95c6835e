import KymoBridge
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
      Loads a page (HTML with its scripts, or a script alone) in the engine of the phone's own web view, \
      JavaScriptCore, with a real document and no browser, and feeds it a session: the sensors as \
      devicemotion events and positions, the replies of the native side as calls of handleRequest and \
      handleJSONRequest. What the page calls (makeCall, or an address call?cmd=NAME&msg=TEXT) goes to the \
      native side, the app of --app, in the order of all events.

      Time is that of the session: timers, Date, performance.now and Math.random come from it and from --seed, \
      so that the same page and session give the same messages at every speed. Printed are the console, \
      how long the page took for each command, what became of every message, and two digests: that of the native side, \
      which a replay of --record has again without any JavaScript, and that of all that crossed the bridge.

      --verify holds the page against a recording of itself: the first call that differs is named. --fault makes \
      mistakes at messages, counted from 0 in both directions together. The page sees only files of its own folder.
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
      ),
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
      ),
      OptionSpecification(
        "script-memory",
        "MIB",
        kind: .integer(16...65_536),
        default: "1024",
        help: "End scripts that take more memory."
      ),
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
        "kymo run app/index.html walk.mcap --fault reload@20",
        "what is lost when the page is loaded anew?"
      ),
      CommandExample(
        "kymo run app/index.html walk.mcap --sweep-faults drop,reload --at-most 100",
        "does the page get over any loss?"
      ),
      CommandExample(
        "kymo run app/index.html walk.mcap --export html=page.html --export junit",
        "a page to look at, and a test for a CI server"
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
  )

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
      return try PageFaultSweep(PageSession(arguments)).run(&console)
    }
    var output: OutputFile?
    do { return try PageSession(arguments).run(&output, &console) } catch {
      throw output?.failure(after: error) ?? error
    }
  }
}
