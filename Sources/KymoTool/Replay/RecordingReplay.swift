import KymoBridge
import KymoCommandLine
import KymoCore
import KymoHistogram
import KymoMCAP
import KymoRecording
import KymoText

/// Runs a recording through the pipeline, and holds it against what it says if asked to.
enum RecordingReplay {
  private typealias Sink = PairSink<
    OptionalSink<Verifier>, PairSink<OptionalSink<Recorder>, OptionalSink<RoundComparison>>
  >

  static func run(
    _ options: RecordingReplayOptions,
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    var output: OutputFile?
    do { return try replay(options, arguments, &output, &console) } catch {
      throw output?.failure(after: error) ?? error
    }
  }

  /// Replays; what is recorded goes to `output`.
  private static func replay(
    _ options: RecordingReplayOptions,
    _ arguments: ParsedArguments,
    _ output: inout OutputFile?,
    _ console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let files = InputFiles(options.paths, sandbox: arguments.textIfGiven("sandbox"))
    if let target = options.output?.path {
      try files.check(target)
      console.isOutputTaken = target == "-"
    }
    let series = try open(options)
    let file = series.first
    let type = try file.app(
      arguments,
      path: options.paths[0],
      needsMaker: options.tolerance != nil
    )
    let setup = arguments.setup(file)
    if setup.calls == nil { noteUnused(arguments, options.path, &console) }
    var replay = options.replay
    let interrupt = console.interrupt
    replay.shouldStop = { interrupt.isRequested }
    let others = try ReplayInstances.replayed(options, type, setup, series, replay)
    defer { withExtendedLifetime(others) {} }
    let instance = try AppInstance.make(type, setup)
    let run = recordedRun(instance, file, setup.calls, options.output)
    var report = try report(series.files.last ?? file, options, run, arguments, type)
    let inputs = try options.inputs(series, instance.routing)
    if let target = options.output?.path { output = try OutputFile(target, isNone: files) }
    let sink = Sink(
      options.tolerance != nil
        ? series.verifier(for: instance, tolerance: report.tolerance) : .none,
      PairSink(
        try run.recorder(in: output),
        options.scope.rounds > 1 ? OptionalSink(RoundComparison()) : .none
      )
    )

    console.beginProgress("replaying", of: total(series, options.scope), unit: "events")
    // The loop is here, where the sinks are known: it is compiled for them alone.
    var result = Replay.run(
      inputs,
      table: instance.table,
      sink: sink,
      options: replay,
      mark: { Self.pass($0, to: &$1) }
    ) {
      pipeline,
      waiting,
      now in
      pipeline.run(waiting: waiting, now: now, progress: { console.progress(to: Int($0)) })
    }
    console.endProgress()
    let different = result.sink.second.second.sink?.firstDifferent
    report.add(result, run, firstDifferentRound: different)
    try close(&result, &output, &report, options, series)
    _ = try output?.finish(wasInterrupted: result.wasInterrupted, &console)
    if arguments.wantsJSON { console.print(report.json) } else { report.print(to: &console) }
    return report.status
  }

  /// How many events there will be, if that is known.
  private static func total(_ series: SessionSeries, _ scope: ReplayScope) -> Int? {
    let totals = series.files.compactMap(\.result?.events)
    guard scope.isWhole, totals.count == series.files.count else { return nil }
    return Int(clamping: totals.reduce(0, +))
  }

  /// Tells the sinks of a moment between the parts of a replay.
  private static func pass(_ mark: ReplayMark, to sink: inout Sink) {
    switch mark {
    case .rangeBegins, .rangeEnded(isCut: false): break
    case .firstRoundEnded, .rangeEnded(isCut: true): sink.first.sink?.stop()
    }
    sink.second.second.sink?.pass(mark)
  }

  /// Starts the report.
  private static func report(
    _ file: SessionFile,
    _ options: RecordingReplayOptions,
    _ run: RecordedRun,
    _ arguments: ParsedArguments,
    _ type: any App.Type
  ) throws(CommandFailure) -> ReplayReport {
    var report = ReplayReport(file, options, run, arguments.commandLine)
    report.tolerance = options.tolerance ?? VerificationTolerance()
    report.otherApps = arguments.tool.apps.names.filter { $0 != type.name }
    report.requiredCommands = try options.requiredCommands(
      among: run.commands,
      run.routing.channels
    )
    if options.output?.isAccepted == true {
      report.acceptedFrom = file.result.map { TraceDigest.text($0.digest) } ?? "no digest"
    }
    return report
  }

  /// Opens the recording, which has to hold what it is compared with.
  private static func open(
    _ options: RecordingReplayOptions
  ) throws(CommandFailure) -> SessionSeries {
    let series = SessionSeries(
      try options.paths.map { path throws(CommandFailure) in try SessionFile.open(path) }
    )
    let (file, path) = (series.first, options.paths[0])
    if options.tolerance != nil { try checkRun(series, options) }
    if options.tolerance != nil, !options.scope.isWhole, !file.hasTrace {
      throw CommandFailure(
        file: path,
        "it has no trace, so only the whole of it can be verified",
        remedy: "make one with: \(.tool) replay \(path) --record VERIFIABLE.mcap"
      )
    }
    guard options.tolerance != nil, file.result == nil, !file.hasTrace else { return series }
    // What is cut off may have lost both.
    if case .cut(let error) = file.scan.ending { throw CommandFailure(error, file: path) }
    throw CommandFailure(
      file: path,
      "it has neither a digest nor a trace to verify against",
      remedy: "make one with: \(.tool) replay \(path) --record VERIFIABLE.mcap"
    )
  }

  /// Refuses to compare a replay with recordings that are not the parts of one run.
  private static func checkRun(
    _ series: SessionSeries,
    _ options: RecordingReplayOptions
  ) throws(CommandFailure) {
    if series.isOneRun { return }
    let number = series.first.description?.part?.number ?? 1
    if number > 1 {
      throw CommandFailure(
        file: options.paths[0],
        "it is part \(number) of a session, and its app has the state that the parts before have brought it to",
        remedy: "give all parts, from the first on"
      )
    }
    throw CommandFailure(
      file: options.paths.last ?? options.paths[0],
      "--verify takes one recording, or the parts of one run in their order: these are of several runs, or one is missing"
    )
  }

  /// Says which options do nothing, since there is no page that makes calls.
  private static func noteUnused(
    _ arguments: ParsedArguments,
    _ path: String,
    _ console: inout Console
  ) {
    for name in ["mode", "sandbox"] where arguments.isGiven(name) {
      console.note("--\(name) has no effect: \(path.printable) has no page that makes calls")
    }
  }

  /// Ends what was recorded, and compares what was replayed.
  private static func close(
    _ result: inout ReplayResult<Sink>,
    _ output: inout OutputFile?,
    _ report: inout ReplayReport,
    _ options: RecordingReplayOptions,
    _ series: SessionSeries
  ) throws(CommandFailure) {
    let file = series.first
    if let output {
      do throws(MCAPError) {
        // What its import has repaired is true of the new recording, too.
        let imports = try file.imports().map(\.record)
        _ = try result.sink.second.first.take()?
          .finish(report.result, attaching: try file.answers(), adding: imports)
      } catch { throw CommandFailure(error, file: output.path) }
    }
    if let failure = result.failure { throw CommandFailure(failure, file: options.path) }
    // Of nothing there is nothing to keep.
    if result.digest.count == 0, !result.wasInterrupted, file.result == nil { output?.discard() }
    try check(result, options.replay.fault, report.channels, file, options.path)
    guard options.tolerance != nil else { return }
    report.verification = series.verification(
      of: report.result,
      wasInterrupted: result.wasInterrupted,
      by: &result.sink.first
    )
    if case .unreadable(let failure) = report.verification {
      throw CommandFailure(failure, file: options.path)
    }
  }

  /// Refuses to call a replay a success in which nothing happened of what was asked for.
  private static func check(
    _ result: borrowing ReplayResult<Sink>,
    _ fault: ReplayFault?,
    _ channels: ChannelTable,
    _ file: SessionFile,
    _ path: String
  ) throws(CommandFailure) {
    if result.wasInterrupted { return }
    // A session of ours may be empty; a file of others without inputs is the wrong file.
    if result.digest.count == 0, fault == nil, file.result == nil {
      throw CommandFailure(
        file: path,
        "it has no events to replay",
        remedy: "inputs are the topics \(channels.listedTopics.inWords); see \(.tool) inspect"
      )
    }
    if fault != nil, !result.faultWasApplied {
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
    _ output: ReplayOutput?
  ) -> RecordedRun {
    var description = SessionDescription(replaying: file, calls: calls)
    if output?.isAccepted == true {
      description.acceptedFrom = file.result.map { TraceDigest.text($0.digest) }
    }
    return RecordedRun(
      instance,
      description,
      of: file,
      hasTrace: output?.hasTrace ?? true,
      options: output?.writer ?? SessionWriter.Options()
    )
  }
}
