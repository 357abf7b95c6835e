import KymoCore
import KymoRecording
import KymoMCAP

/// Writes a recording from events that are in order, running them through an app on the way, so that the
/// recording carries its own trace and digest.
struct SessionMaker: ~Copyable {
  private var dispatcher: Dispatcher<Tracer<Recorder>>
  private let routing: CommandRouting
  private let app: String
  private var block: [Event] = []
  private var sequences: [256 of UInt32] = .init(repeating: 0)
  private let arena = PayloadArena.empty

  /// How many events are dispatched at once.
  static var blockLength: Int { 1024 }

  /// Starts a recording.
  init(
    _ sink: any MCAPByteSink,
    description: SessionDescription,
    app: String,
    hasTrace: Bool,
    options: SessionWriter.Options
  ) throws(MCAPError) {
    let instance: App
    do { instance = try App(app) } catch { preconditionFailure("\(error)") }
    let writer = try SessionWriter(
      sink,
      description: description,
      app: app,
      commands: instance.table.names,
      hasTrace: hasTrace,
      options: options
    )
    routing = instance.routing
    self.app = app
    dispatcher = Dispatcher(
      table: instance.table,
      sink: Tracer(Recorder(writer, hasTrace: hasTrace))
    )
    block.reserveCapacity(Self.blockLength)
  }

  /// Whether the disk has failed, so that going on is in vain.
  var hasFailed: Bool { dispatcher.sink.sink.hasFailed }

  /// Adds an event; its command and sequence are set here.
  ///
  /// - Precondition: it does not precede the one before.
  mutating func append(_ event: Event) {
    var event = event
    event.command = routing.command(of: event.source)
    let source = Int(event.source.rawValue)
    event.sequence = sequences[source]
    sequences[source] &+= 1
    block.append(event)
    if block.count == Self.blockLength { flush() }
  }

  private mutating func flush() {
    var events: [Event] = []
    swap(&events, &block)  // Out of self, which the dispatcher is about to change.
    dispatcher.dispatch(events.span, arena: arena)
    events.removeAll(keepingCapacity: true)
    swap(&events, &block)
  }

  /// Ends the recording.
  consuming func finish(
    losses: [SessionResult.Loss] = []
  ) throws(MCAPError) -> (statistics: MCAPStatistics, result: SessionResult) {
    flush()
    let names = dispatcher.table.names
    let app = app
    let tracer = dispatcher.takeSink()
    let result = SessionResult(app: app, commands: names, digest: tracer.digest, losses: losses)
    return (try tracer.sink.finish(result), result)
  }
}
