import KymoBridge
import KymoCore
import KymoDevice
import KymoRecording
import KymoMCAP

extension SynthCommand {
  /// Makes a session with a page: first its inputs, in memory, then the file, by replaying them.
  static func runPage(
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let duration = arguments.nanosecondsIfGiven("duration") ?? 60_000_000_000
    guard duration <= PageSession.maximumNanoseconds else {
      throw .usage("a session with a page is made in memory: --duration takes at most 1 hour")
    }
    guard arguments.integerIfGiven("events") == nil else {
      throw .usage("a session with a page has as many events as come: --events is for other kinds")
    }
    let rate = arguments.numberIfGiven("rate") ?? 100
    guard Double(duration) / 1e9 * rate <= Double(maximumArrivals) else {
      throw .usage(
        "a session with a page is made in memory: --duration and --rate may give at most "
          + "\(maximumArrivals) samples"
      )
    }
    let output = arguments.text("output")
    console.isOutputTaken = output == "-"
    let session = PageSession(
      seed: arguments.seed("seed"),
      durationNanoseconds: duration,
      accelerometerHertz: rate,
      mode: arguments.callMode ?? .strict
    )
    let inputs = MCAPMemorySink()
    do {
      try write(session, to: inputs)
      let source = MCAPMemorySource(inputs.bytes)
      let interrupt = console.interrupt
      let made = try record(session, source, to: output, interrupt, arguments)
      report(made.result, wasInterrupted: made.wasInterrupted, output, arguments, &console)
      return made.wasInterrupted ? .partial : .success
    } catch { throw CommandFailure(error, file: output) }
  }

  private static func write(
    _ session: PageSession,
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
    for input in session.inputs {
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
    _ session: PageSession,
    _ inputs: MCAPMemorySource,
    to output: String,
    _ interrupt: Interrupt,
    _ arguments: ParsedArguments
  ) throws(MCAPError) -> (result: SessionResult, wasInterrupted: Bool) {
    let app = arguments.text("app")
    var model = PhoneModel()
    model.seed = session.description.seed ?? 0
    let instance: App
    do { instance = try App(app, calls: session.description.calls, model: model) } catch {
      preconditionFailure("a phone in memory can always be made: \(error)")
    }
    let (names, phone) = (instance.table.names, instance.phone)
    let hasTrace = !arguments.flag("no-trace")
    let writer = try SessionWriter(
      MCAPFileSink(path: output),
      description: session.description,
      app: app,
      commands: names,
      hasTrace: hasTrace,
      options: OutputOptions.writerOptions(arguments)
    )
    let events: SessionEvents
    do {
      events = try SessionEvents(
        inputs,
        scan: MCAPSegmentScanner.scan(inputs),
        routing: instance.routing
      )
    } catch { preconditionFailure("inputs that were just written cannot be read: \(error)") }
    let sink = OptionalSink(Recorder(writer, hasTrace: hasTrace))
    var options = ReplayOptions()
    options.shouldStop = { interrupt.isRequested }
    var replayed = Replay.run(events, table: instance.table, sink: sink, options: options)
    var result = SessionResult(app: app, commands: names, digest: replayed.digest)
    result.counters = App.counters(phone)
    _ = try replayed.sink.take()?.finish(result)
    return (result, replayed.wasInterrupted)
  }
}
