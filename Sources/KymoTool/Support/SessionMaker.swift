import KymoCore
import KymoRecording
import KymoMCAP

/// Writes a recording from events that are in order, running them through an app on the way, so that the
/// recording carries its own trace and digest.
struct SessionMaker: ~Copyable {
  private var dispatcher: Dispatcher<Tracer<Recorder>>
  private let routing: CommandRouting
  private let instance: any App
  private var block: [Event] = []
  private var sequences: [256 of UInt32] = .init(repeating: 0)
  private let arena = PayloadArena.empty

  /// How many events are dispatched at once.
  static var blockLength: Int { 1024 }

  /// Starts a recording.
  init(
    _ sink: any MCAPByteSink,
    description: SessionDescription,
    app: consuming AppInstance,
    hasTrace: Bool,
    options: SessionWriter.Options
  ) throws(MCAPError) {
    let writer = try SessionWriter(
      sink,
      description: description,
      app: app.name,
      commands: app.table.names,
      channels: app.routing.channels,
      hasTrace: hasTrace,
      options: options
    )
    routing = app.routing
    instance = app.app
    dispatcher = Dispatcher(
      table: app.table,
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
    if event.command == .unknown, routing.channels.row(event.source)?.isListed == false {
      event.command = routing.passed ?? .unknown  // Recorded, though no handler listens to it.
    }
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
    let app = instance
    let tracer = dispatcher.takeSink()
    var result = SessionResult(
      app: type(of: app).name,
      commands: names,
      channels: routing.channels,
      digest: tracer.digest,
      losses: losses
    )
    result.counters = app.counters
    return (try tracer.sink.finish(result), result)
  }
}
