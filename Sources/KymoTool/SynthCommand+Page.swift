import KymoBridge
import KymoCore
import KymoMCAP
import KymoRecording
import KymoReport
import KymoText

extension SynthCommand {
  /// Makes a session of an app's own: first its inputs, in memory, then the file, by replaying them.
  static func run(
    _ kind: AppSession,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let duration = arguments.nanosecondsIfGiven("duration") ?? 60_000_000_000
    guard duration <= kind.maximumNanoseconds else {
      let longest = QuantityText(isUnicode: false).duration(nanoseconds: kind.maximumNanoseconds)
      throw .usage("\(kind.name) is made in memory: --duration takes at most \(longest)")
    }
    guard arguments.integerIfGiven("events") == nil else {
      throw .usage("\(kind.name) has as many events as come: --events is for other kinds")
    }
    let rate = arguments.numberIfGiven("rate") ?? 100
    guard Double(duration) / 1e9 * rate <= Double(maximumArrivals) else {
      throw .usage(
        "\(kind.name) is made in memory: --duration and --rate may give at most "
          + "\(maximumArrivals) samples"
      )
    }
    let output = arguments.text("output")
    console.isOutputTaken = output == "-"
    let session = kind.inputs(
      AppSessionWishes(
        seed: arguments.seed("seed"),
        durationNanoseconds: duration,
        accelerometerHertz: rate,
        mode: arguments.callMode ?? .strict
      )
    )
    let type = arguments.isGiven("app") ? arguments.app : arguments.tool.apps.maker(of: kind)
    let app = try AppInstance.make(type, AppSetup(session.description))
    let inputs = MCAPMemorySink()
    do {
      try write(session, to: inputs)
      let source = MCAPMemorySource(inputs.bytes)
      let interrupt = console.interrupt
      let made = try record(session, source, app, to: output, interrupt, arguments)
      report(made.result, wasInterrupted: made.wasInterrupted, output, arguments, &console)
      return made.wasInterrupted ? .partial : .success
    } catch { throw CommandFailure(error, file: output) }
  }

  private static func write(
    _ session: SessionInputs,
    to sink: MCAPMemorySink
  ) throws(MCAPError) {
    var options = SessionWriter.Options()
    options.container.compression = .none
    var writer = try SessionWriter(
      sink,
      description: session.description,
      hasTrace: false,
      options: options
    )
    for input in session.list {
      if input.event.kind.isReference {
        try input.text.withRawSpan { (text) throws(MCAPError) in
          try writer.append(input.event, message: text)
        }
      } else {
        try writer.append(input.event)
      }
    }
    _ = try writer.finish(nil)
  }

  private static func record(
    _ session: SessionInputs,
    _ inputs: MCAPMemorySource,
    _ app: consuming AppInstance,
    to output: String,
    _ interrupt: Interrupt,
    _ arguments: ParsedArguments
  ) throws(MCAPError) -> (result: SessionResult, wasInterrupted: Bool) {
    let (name, names, instance) = (app.name, app.table.names, app.app)
    let hasTrace = !arguments.flag("no-trace")
    let writer = try SessionWriter(
      MCAPFileSink(path: output),
      description: session.description,
      app: name,
      commands: names,
      hasTrace: hasTrace,
      options: OutputOptions.writerOptions(arguments)
    )
    let events: SessionEvents
    do {
      events = try SessionEvents(
        inputs,
        scan: MCAPSegmentScanner.scan(inputs),
        routing: app.routing
      )
    } catch { preconditionFailure("inputs that were just written cannot be read: \(error)") }
    let sink = OptionalSink(Recorder(writer, hasTrace: hasTrace))
    var options = ReplayOptions()
    options.shouldStop = { interrupt.isRequested }
    var replayed = Replay.run(events, table: app.table, sink: sink, options: options)
    var result = SessionResult(app: name, commands: names, digest: replayed.digest)
    result.counters = instance.counters
    _ = try replayed.sink.take()?.finish(result)
    return (result, replayed.wasInterrupted)
  }
}
