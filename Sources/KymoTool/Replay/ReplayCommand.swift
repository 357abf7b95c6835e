import KymoBridge
import KymoCapture
import KymoCommandLine
import KymoCore
import KymoHistogram
import KymoRecording
import KymoMCAP
import KymoText

/// `kymo replay`: a recording, or the requests of a capture, through the pipeline.
enum ReplayCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "replay",
    abstract: "Run a recording, or a capture, through the pipeline again.",
    discussion: """
      Feeds the input channels of a recording to the handlers of an app, and chains every outcome into a digest, which is the \
      same at every speed, with any number of rings, in every build. With --verify all that recording the replay would write is \
      held against what the recording has. Of a capture the requests are dispatched in their order, and the replies compared \
      with those that were captured.
      """,
    positionals: [
      PositionalSpecification("recording", help: "The .mcap file to replay, or a capture.")
    ],
    options: [
      .speed(default: "max"),
      OptionSpecification(
        "max-gap",
        "SECONDS",
        kind: .duration,
        help: "Wait at most so long between two events, however long the recorded gap."
      ).rare,
      .app,
      .mode,
      .sandbox.rare,
      OptionSpecification(
        "rings",
        "N",
        kind: .integer(1...64),
        default: "1",
        help: "Through how many rings the events go, in turn."
      ),
      ReplayInstances.option,
      OptionSpecification(
        "record",
        "FILE",
        kind: .file,
        help: "Record the replay, with its trace, to FILE."
      ),
      .output(
        isRequired: false,
        help: "With --accept: the recording that takes the place of the old one."
      ),
      OutputOptions.compression,
      OutputOptions.flushInterval,
      OptionSpecification(
        "tolerance",
        "FIELD=DISTANCE",
        isRepeatable: true,
        help: "With --verify: let a number of replies differ by so much, such as reply.x=1e-9."
      ),
      OptionSpecification(
        "ignore",
        "FIELD",
        isRepeatable: true,
        help:
          "With --verify: do not compare a field. Of a capture: do not compare members of JSON, "
          + "json:/POINTER, with commas between them."
      ),
      .commandRule,
      OptionSpecification(
        "require-commands",
        "NAMES",
        help:
          "Fail unless each of these commands, with commas between them, completed at least once."
      ),
      OptionSpecification(
        "pauses",
        "SEED",
        kind: .seed,
        help: "Pause now and then between events, for less than 1 ms, at moments that SEED decides."
      ).rare,
      OptionSpecification(
        "fault",
        "KIND@INDEX",
        help: """
          Make a mistake at input N, from 0: drop@N, swap@N (with the next) or flip@N (one bit). \
          Inputs are what the recording holds; events that handlers raise are steps, but no inputs.
          """
      ),
      OptionSpecification(
        "clock",
        "NAME",
        kind: .choice(["real", "virtual"]),
        default: "real",
        help: "virtual: go through every wait of the schedule without waiting."
      ).rare,
      .format,
    ],
    flags: [
      FlagSpecification("verify", help: "Compare with all that the recording holds."),
      FlagSpecification(
        "accept",
        help: "Write a recording of what the replay came to, as the new reference, to --output."
      ),
      OutputOptions.noTrace,
      OutputOptions.synchronizes,
    ],
    examples: [
      CommandExample("kymo replay walk.mcap --verify", "is it still the same?"),
      CommandExample("kymo replay walk.mcap --speed 10", "ten times as fast as it was walked"),
      CommandExample(
        "kymo replay walk.mcap --verify --fault flip@500",
        "does the checker find one flipped bit?"
      ),
      CommandExample(
        "kymo replay walk.mcap --verify --tolerance reply.x=1e-12",
        "is it the same but for rounding?"
      ),
      CommandExample(
        "kymo replay walk.mcap --accept -o new.mcap",
        "handlers changed on purpose: a new reference"
      ),
      CommandExample(
        "kymo replay bridge.pcap --ignore json:/ts",
        "are the replies still the same?"
      ),
    ],
    exitCodes: [
      ExitCodeNote(
        .diverged,
        "the replay differs from the recording, or from the captured replies"
      ),
      ExitCodeNote(
        .partial,
        "the replay was interrupted, with what it recorded in FILE.part; or a required command never "
          + "completed; or the recording was never finished or has lost its closing metadata, so that nobody can compare "
          + "what that says; or a part of the capture is missing"
      ),
      ExitCodeNote(
        .failure,
        "the recording cannot be read, or holds nothing to verify"
      ),
    ]
  ).explained(in: .verification, .captures).refusing(
    MovedOption.list("target", "map", "timeout", to: "send F.pcap URL") + [
      MovedOption(name: "perturb", command: "perturb")
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    if CaptureFile.magic(of: arguments.positional("recording")) != nil {
      return try CaptureReplay.run(arguments, &console)
    }
    try arguments.check(["command"], haveEffectIf: false, "is for captures of packets")
    try checkEffects(arguments)
    var output: OutputFile?
    do { return try replay(arguments, &output, &console) } catch {
      throw output?.failure(after: error) ?? error
    }
  }

  /// Replays; what is recorded goes to `output`.
  private static func replay(
    _ arguments: ParsedArguments,
    _ output: inout OutputFile?,
    _ console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let path = arguments.positional("recording")
    let target = try target(arguments)
    let inputs = InputFiles([path], sandbox: arguments.textIfGiven("sandbox"))
    if let target {
      try inputs.check(target)
      console.isOutputTaken = target == "-"
    }
    let file = try SessionFile.open(path)
    if arguments.flag("verify"), file.result == nil, !file.hasTrace {
      // What is cut off may have lost both.
      if case .cut(let error) = file.scan.ending { throw CommandFailure(error, file: path) }
      throw CommandFailure(
        file: path,
        "it holds neither digest nor trace to verify against",
        remedy: "make one with: \(.tool) replay \(path) --record VERIFIABLE.mcap"
      )
    }
    let type = try file.app(arguments, path: path, needsMaker: arguments.flag("verify"))
    let setup = arguments.setup(file)
    if setup.calls == nil {
      for name in ["mode", "sandbox"] where arguments.isGiven(name) {
        console.note("--\(name) has no effect: \(path.printable) has no page that makes calls")
      }
    }
    var options = try replayOptions(arguments)
    let interrupt = console.interrupt
    options.shouldStop = { interrupt.isRequested }
    let others = try ReplayInstances.replayed(arguments, type, setup, file, options)
    defer { withExtendedLifetime(others) {} }
    let instance = try AppInstance.make(type, setup)
    let run = recordedRun(instance, file, setup.calls, arguments)
    var report = ReplayReport(file, path: path, run, arguments.commandLine)
    report.tolerance = try tolerance(arguments)
    report.requiredCommands = try requiredCommands(arguments, run.commands)
    if arguments.flag("accept") {
      report.acceptedFrom = file.result.map { TraceDigest.text($0.digest) } ?? "no digest"
    }
    let events: SessionEvents
    do { events = try file.events(instance.routing) } catch {
      throw CommandFailure(error, file: path)
    }
    if let target { output = try OutputFile(target, isNone: inputs) }
    let sink = PairSink(
      arguments.flag("verify") ? file.verifier(for: instance, tolerance: report.tolerance) : .none,
      try run.recorder(in: output)
    )

    let total = file.result.map { Int(clamping: $0.events) }
    console.beginProgress("replaying", of: total, unit: "events")
    let clock = MonotonicClock()
    let start = clock.now
    // The loop is here, where the sinks are known: it is compiled for them alone.
    var result = Replay.run(events, table: instance.table, sink: sink, options: options) {
      pipeline,
      waiting,
      now in
      pipeline.run(waiting: waiting, now: now, progress: { console.progress(to: Int($0)) })
    }
    report.seconds = Double(clock.now - start) / 1e9
    console.endProgress()
    report.add(result, run)

    if let output {
      do { _ = try result.sink.second.take()?.finish(report.result) } catch {
        throw CommandFailure(error, file: output.path)
      }
    }
    if let failure = result.failure { throw CommandFailure(failure, file: path) }
    // Of nothing there is nothing to keep.
    if result.digest.count == 0, !result.wasInterrupted, file.result == nil { output?.discard() }
    try check(result, options, run.routing.channels, file, path)
    if arguments.flag("verify") {
      report.verification = file.verification(
        of: report.result,
        wasInterrupted: result.wasInterrupted,
        by: &result.sink.first
      )
      if case .unreadable(let failure) = report.verification {
        throw CommandFailure(failure, file: path)
      }
    }
    _ = try output?.finish(wasInterrupted: result.wasInterrupted, &console)
    if arguments.wantsJSON { console.print(report.json) } else { report.print(to: &console) }
    return report.status
  }

  /// Where the replay is recorded, if anywhere.
  private static func target(_ arguments: ParsedArguments) throws(CommandFailure) -> String? {
    guard arguments.flag("accept") else { return arguments.textIfGiven("record") }
    guard let target = arguments.textIfGiven("output") else {
      throw .usage("--accept needs -o FILE: the former recording is never changed")
    }
    if arguments.isGiven("record") {
      throw .usage("--accept records to --output; --record would be a second recording")
    }
    if arguments.isGiven("fault") { throw .usage("a replay with a --fault is not accepted") }
    return target
  }

  /// In what the replay may differ.
  private static func tolerance(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> VerificationTolerance {
    var tolerance = VerificationTolerance()
    for text in arguments.texts("tolerance") {
      let parts = text.split(separator: "=")
      guard parts.count == 2, let distance = Double(parts[1]), distance >= 0, distance.isFinite
      else {
        throw .usage("--tolerance takes FIELD=DISTANCE, such as reply.x=1e-9; not '\(text)'")
      }
      guard VerificationTolerance.numbers.contains(String(parts[0])) else {
        throw .usage(
          "--tolerance is for numbers of replies: \(VerificationTolerance.numbers.inWords); "
            + "not '\(parts[0])'"
        )
      }
      tolerance.distances[String(parts[0])] = distance
    }
    tolerance.ignored = Set(arguments.texts("ignore"))
    for name in tolerance.ignored.sorted() where !VerificationTolerance.isField(name) {
      throw .usage("--ignore: nothing that is compared is called '\(name)'")
    }
    return tolerance
  }

  /// The commands that must complete.
  private static func requiredCommands(
    _ arguments: ParsedArguments,
    _ commands: [String]
  ) throws(CommandFailure) -> [String] {
    let names = arguments.textIfGiven("require-commands")?.split(separator: ",").map(String.init)
    for name in names ?? [] where !commands.contains(name) {
      throw .usage("--require-commands: the app has no command '\(name)'")
    }
    return names ?? []
  }

  /// Refuses options that the others leave without effect.
  private static func checkEffects(_ arguments: ParsedArguments) throws(CommandFailure) {
    try arguments.check(
      ["no-trace", "compression", "flush-interval", "fsync"],
      haveEffectIf: arguments.isGiven("record") || arguments.flag("accept"),
      "is for the recording that --record writes, and there is no --record"
    )
    try arguments.check(
      ["output"],
      haveEffectIf: arguments.flag("accept"),
      "is for the recording that --accept writes, and there is no --accept"
    )
    try arguments.check(
      ["tolerance", "ignore"],
      haveEffectIf: arguments.flag("verify"),
      "says what --verify lets pass, and there is no --verify"
    )
    let isScheduled = arguments.speed("speed") != .maximum
    try arguments.check(
      ["max-gap"],
      haveEffectIf: isScheduled,
      "shortens waits, and at --speed max there are none"
    )
    try arguments.check(
      ["clock"],
      haveEffectIf: isScheduled,
      "says by what to wait, and at --speed max nothing waits"
    )
  }

  /// Refuses to call a replay a success in which nothing happened of what was asked for.
  private static func check(
    _ result: borrowing ReplayResult<PairSink<OptionalSink<Verifier>, OptionalSink<Recorder>>>,
    _ options: ReplayOptions,
    _ channels: ChannelTable,
    _ file: SessionFile,
    _ path: String
  ) throws(CommandFailure) {
    if result.wasInterrupted { return }
    // A session of ours may be empty; a file of others without inputs is the wrong file.
    if result.digest.count == 0, options.fault == nil, file.result == nil {
      throw CommandFailure(
        file: path,
        "it has no events to replay",
        remedy: "inputs are the topics \(channels.listedTopics.inWords); see \(.tool) inspect"
      )
    }
    if options.fault != nil, !result.faultWasApplied {
      throw CommandFailure(
        file: path,
        "the fault was not made: there is no such input, or none after it to swap with",
        remedy: "inputs count from 0; this recording has \(result.inputCount)"
      )
    }
  }

  /// The run, with what a recording of it says.
  private static func recordedRun(
    _ instance: borrowing AppInstance,
    _ file: SessionFile,
    _ calls: CallRules?,
    _ arguments: ParsedArguments
  ) -> RecordedRun {
    var description = SessionDescription(replaying: file, calls: calls)
    if arguments.flag("accept") {
      description.acceptedFrom = file.result.map { TraceDigest.text($0.digest) }
    }
    return RecordedRun(
      instance,
      description,
      of: file,
      hasTrace: !arguments.flag("no-trace"),
      options: OutputOptions.liveWriterOptions(arguments)
    )
  }

  private static func replayOptions(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ReplayOptions {
    var options = ReplayOptions()
    options.rings = arguments.integer("rings")
    options.pauseSeed = arguments.seedIfGiven("pauses")
    options.maximumGapNanoseconds = arguments.nanosecondsIfGiven("max-gap")
    if arguments.text("clock") == "virtual" { options.clock = VirtualClock() }
    switch arguments.speed("speed") {
    case .maximum: options.speed = .maximum
    case .times(let factor): options.speed = .times(factor)
    }
    if let text = arguments.textIfGiven("fault") {
      let parts = text.split(separator: "@")
      guard parts.count == 2, let index = UInt64(parts[1]) else {
        throw .usage("--fault takes KIND@INDEX, such as drop@100; not '\(text)'")
      }
      switch parts[0] {
      case "drop": options.fault = .drop(index)
      case "swap": options.fault = .swap(index)
      case "flip": options.fault = .flip(index)
      default: throw .usage("--fault knows drop, swap and flip; not '\(parts[0])'")
      }
    }
    return options
  }
}
