import KymoCommandLine
import KymoCore
import KymoRecording
import KymoSynth
import KymoText
import KymoMCAP

/// `kymo synth`: a session that nobody recorded.
enum SynthCommand: Subcommand {
  static let specification: CommandSpecification = specification(with: [])

  static func specification(for tool: ToolContext) -> CommandSpecification {
    specification(with: tool.apps.sessions).bound(to: tool)
  }

  /// The command with the kinds of sessions that the tool's apps make.
  private static func specification(with sessions: [AppSession]) -> CommandSpecification {
    let kinds = SyntheticSession.Kind.allCases.map(\.rawValue) + sessions.map(\.name)
    let own = sessions.map { " \($0.name): \($0.summary)." }.joined()
    return CommandSpecification(
      name: "synth",
      abstract: "Make a synthetic session from a seed.",
      discussion: """
        walk: a person walking, with accelerometer at 100 Hz and location at 1 Hz. drive: a car, \
        with tunnels, poor fixes and repeated ones. still: a phone on a table. adversarial: equal, \
        late, distant and out-of-range events, in the order of their arrival.\(own)

        The same kind, seed, duration and rates give the same file, byte for byte.
        """,
      positionals: [
        PositionalSpecification(
          "kind",
          help: kinds.dropLast().joined(separator: ", ") + " or \(kinds[kinds.count - 1]).",
          kind: .choice(kinds)
        )
      ],
      options: [
        .output(isRequired: true, help: "The recording to write."),
        .seed(),
        .duration(help: "The length; if not given, what is usual for the kind."),
        OptionSpecification(
          "events",
          "N",
          kind: .integer(1...1_000_000_000_000),
          help: "Make N events; without --duration, the length follows from N."
        ),
        OptionSpecification(
          "rate",
          "EVENTS_PER_SECOND",
          kind: .rate(0.001...100_000),
          help: "Accelerometer samples per second; if not given, what is usual for the kind."
        ),
        .mode,
        OutputOptions.compression,
        .newApp,
        .format,
      ],
      flags: [OutputOptions.noTrace],
      examples: [
        CommandExample("kymo synth walk -o walk.mcap", "two minutes on foot"),
        CommandExample(
          "kymo synth still --events 20000000 --rate 1000 --duration 6h --no-trace -o big.mcap",
          "something large"
        ),
      ],
      exitCodes: [
        ExitCodeNote(.partial, "interrupted; what was made is a whole recording, in FILE.part")
      ]
    )
  }

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let name = arguments.positional("kind")
    guard let kind = SyntheticSession.Kind(rawValue: name) else {
      guard let own = arguments.tool.apps.sessions.first(where: { $0.name == name }) else {
        preconditionFailure("the kind was validated")
      }
      return try run(own, arguments, &console)
    }
    try arguments.check(
      ["mode"],
      haveEffectIf: false,
      "is for sessions with a page, and \(kind.rawValue) has none"
    )
    let session = try session(kind, arguments)
    let limit = arguments.integerIfGiven("events") ?? .max
    let app = try AppInstance.make(arguments.app, AppSetup(session.description))
    return try write(app, arguments, &console) { (app, output, console) throws(MCAPError) in
      console.beginProgress("making \(kind.rawValue)", of: nil, unit: "events")
      defer { console.endProgress() }
      guard kind == .adversarial else {
        return try write(session, limit, app, to: output, arguments, &console)
      }
      let result = try RecordedRun.record(
        arrivals: Array(session.prefix(limit)),
        app,
        session.description,
        into: output,
        hasTrace: !arguments.flag("no-trace"),
        options: OutputOptions.writerOptions(arguments)
      )
      return (result, false)
    }
  }

  /// Makes a recording, puts it in its place, and says what it is.
  static func write(
    _ app: consuming AppInstance,
    _ arguments: ParsedArguments,
    _ console: inout Console,
    _ body: (consuming AppInstance, OutputFile, inout Console) throws(MCAPError) -> (
      result: SessionResult, wasInterrupted: Bool
    )
  ) throws(CommandFailure) -> ExitStatus {
    let output = try OutputFile(arguments.text("output"), isNone: InputFiles())
    console.isOutputTaken = output.path == "-"
    let made: (result: SessionResult, wasInterrupted: Bool)
    do throws(MCAPError) { made = try body(app, output, &console) } catch {
      throw output.failure(after: CommandFailure(error, file: output.path))
    }
    return try output.keeping { () throws(CommandFailure) in
      let place = try output.finish(wasInterrupted: made.wasInterrupted, &console)
      report(made.result, wasInterrupted: made.wasInterrupted, place, arguments, &console)
      return made.wasInterrupted ? .partial : .success
    }
  }

  /// How many events an adversarial session has at most.
  static let maximumArrivals = 1_000_000

  private static func session(
    _ kind: SyntheticSession.Kind,
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> SyntheticSession {
    let events = arguments.integerIfGiven("events")
    if kind == .adversarial, let events, events > maximumArrivals {
      throw .usage(
        "adversarial sessions are sorted in memory: --events takes at most \(maximumArrivals)"
      )
    }
    if let duration = arguments.nanosecondsIfGiven("duration"), duration > 1 << 60 {
      throw .usage("--duration takes at most 320255 hours here")
    }
    return SyntheticSession(
      kind: kind,
      seed: arguments.seed("seed"),
      durationNanoseconds: arguments.nanosecondsIfGiven("duration")
        ?? (events == nil ? nil : 1 << 60),
      accelerometerHertz: arguments.numberIfGiven("rate")
    )
  }

  /// Events that come in order go through the app on their way to the file.
  private static func write(
    _ session: SyntheticSession,
    _ limit: Int,
    _ app: consuming AppInstance,
    to output: OutputFile,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(MCAPError) -> (result: SessionResult, wasInterrupted: Bool) {
    var session = session
    var maker = try SessionMaker(output, app, session.description, arguments)
    var count = 0
    while count < limit, let event = session.next() {
      maker.append(event)
      count += 1
      if count % 65_536 == 0 {
        if console.interrupt.isRequested || maker.hasFailed { break }
        console.progress(to: count)
      }
    }
    return (try maker.finish(), console.interrupt.isRequested)
  }

  static func report(
    _ result: SessionResult,
    wasInterrupted: Bool,
    _ output: String,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) {
    if arguments.wantsJSON {
      console.print(
        [
          "schema": "kymograph.synth/1",
          "kind": JSONText(arguments.positional("kind")),
          "seed": JSONText(arguments.seed("seed")),
          "events": JSONText(result.events),
          "digest": JSONText(TraceDigest.text(result.digest)),
          "interrupted": JSONText(wasInterrupted),
          "output": JSONText(output),
        ])
      return
    }
    console.print(
      "\(output): \(result.events) events, seed \(arguments.seed("seed")), digest "
        + TraceDigest.text(result.digest) + (wasInterrupted ? " (interrupted)" : "")
    )
  }
}
