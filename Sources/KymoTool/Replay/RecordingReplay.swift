import KymoBridge
import KymoCommandLine
import KymoCore
import KymoHistogram
import KymoMCAP
import KymoRecording
import KymoText

/// Runs a recording through the pipeline, and holds it against what it says if asked to.
enum RecordingReplay {
  private typealias Sink = PairSink<OptionalSink<Verifier>, OptionalSink<Recorder>>

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
    let inputs = InputFiles([options.path], sandbox: arguments.textIfGiven("sandbox"))
    if let target = options.output?.path {
      try inputs.check(target)
      console.isOutputTaken = target == "-"
    }
    let file = try open(options)
    let type = try file.app(arguments, path: options.path, needsMaker: options.tolerance != nil)
    let setup = arguments.setup(file)
    if setup.calls == nil { noteUnused(arguments, options.path, &console) }
    var replay = options.replay
    let interrupt = console.interrupt
    replay.shouldStop = { interrupt.isRequested }
    let others = try ReplayInstances.replayed(options, type, setup, file, replay)
    defer { withExtendedLifetime(others) {} }
    let instance = try AppInstance.make(type, setup)
    let run = recordedRun(instance, file, setup.calls, options.output)
    var report = ReplayReport(file, path: options.path, run, arguments.commandLine)
    report.tolerance = options.tolerance ?? VerificationTolerance()
    report.otherApps = arguments.tool.apps.names.filter { $0 != type.name }
    report.requiredCommands = try options.requiredCommands(
      among: run.commands,
      run.routing.channels
    )
    if options.output?.isAccepted == true {
      report.acceptedFrom = file.result.map { TraceDigest.text($0.digest) } ?? "no digest"
    }
    let events: SessionEvents
    do { events = try file.events(instance.routing) } catch {
      throw CommandFailure(error, file: options.path)
    }
    if let target = options.output?.path { output = try OutputFile(target, isNone: inputs) }
    let sink = Sink(
      options.tolerance != nil ? file.verifier(for: instance, tolerance: report.tolerance) : .none,
      try run.recorder(in: output)
    )

    let total = file.result.map { Int(clamping: $0.events) }
    console.beginProgress("replaying", of: total, unit: "events")
    let clock = MonotonicClock()
    let start = clock.now
    // The loop is here, where the sinks are known: it is compiled for them alone.
    var result = Replay.run(events, table: instance.table, sink: sink, options: replay) {
      pipeline,
      waiting,
      now in
      pipeline.run(waiting: waiting, now: now, progress: { console.progress(to: Int($0)) })
    }
    report.seconds = Double(clock.now - start) / 1e9
    console.endProgress()
    report.add(result, run)
    try close(&result, &output, &report, options, file)
    _ = try output?.finish(wasInterrupted: result.wasInterrupted, &console)
    if arguments.wantsJSON { console.print(report.json) } else { report.print(to: &console) }
    return report.status
  }

  /// Opens the recording, which has to hold what it is compared with.
  private static func open(_ options: RecordingReplayOptions) throws(CommandFailure) -> SessionFile
  {
    let path = options.path
    let file = try SessionFile.open(path)
    guard options.tolerance != nil, file.result == nil, !file.hasTrace else { return file }
    // What is cut off may have lost both.
    if case .cut(let error) = file.scan.ending { throw CommandFailure(error, file: path) }
    throw CommandFailure(
      file: path,
      "it has neither a digest nor a trace to verify against",
      remedy: "make one with: \(.tool) replay \(path) --record VERIFIABLE.mcap"
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
    _ file: SessionFile
  ) throws(CommandFailure) {
    if let output {
      do { _ = try result.sink.second.take()?.finish(report.result) } catch {
        throw CommandFailure(error, file: output.path)
      }
    }
    if let failure = result.failure { throw CommandFailure(failure, file: options.path) }
    // Of nothing there is nothing to keep.
    if result.digest.count == 0, !result.wasInterrupted, file.result == nil { output?.discard() }
    try check(result, options.replay.fault, report.channels, file, options.path)
    guard options.tolerance != nil else { return }
    report.verification = file.verification(
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
