import KymoCore
import KymoRecording
import KymoMCAP

/// Writes a recording from events that are in order, running them through an app on the way, so that the
/// recording carries its own trace and digest.
struct SessionMaker: ~Copyable {
  private var pipeline: Pipeline<Tracer<Recorder>>
  private var producer: EventQueue.Producer
  private let routing: CommandRouting
  private let instance: any App
  private var sequences: [256 of UInt32] = .init(repeating: 0)

  /// How many events are dispatched at once, at most.
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
    pipeline = Pipeline(
      table: app.table,
      sink: Tracer(Recorder(writer, hasTrace: hasTrace))
    )
    producer = pipeline.addLane(minimumCapacity: Self.blockLength)
  }

  /// Whether the disk has failed, so that going on is in vain.
  var hasFailed: Bool { pipeline.dispatcher.sink.sink.hasFailed }

  /// Adds an event; its command and sequence are set here.
  ///
  /// - Precondition: it does not precede the one before.
  mutating func append(_ event: Event) {
    var event = event
    event.command = routing.command(of: event.source)
    let source = Int(event.source.rawValue)
    event.sequence = sequences[source]
    sequences[source] &+= 1
    if !producer.hasRoom() { drain() }
    let result = producer.push(event)
    precondition(result == .pushed, "events must come in order")
  }

  private mutating func drain() { while case .dispatched = pipeline.step() {} }

  /// Ends the recording.
  consuming func finish(
    losses: [SessionResult.Loss] = []
  ) throws(MCAPError) -> (statistics: MCAPStatistics, result: SessionResult) {
    producer.finish()
    drain()
    pipeline.finish()
    let names = pipeline.dispatcher.table.names
    let app = instance
    let routing = routing
    let tracer = pipeline.takeSink()
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
