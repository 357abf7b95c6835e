public import KymoCore

/// The session's side of a server: the way in, the way out, and when to sleep.
///
///     var lane = server.openSession(routing, names: names)
///     var pipeline = Pipeline(table: table, sink: Tracer(lane.takePort()))
///     lane.attach(to: &pipeline)
///     lane.run(&pipeline, clock: clock)
///     pipeline.finish()
@frozen public struct ServerLane: ~Copyable {
  private var consumer: EventQueue.Consumer?
  private var port: ServerPort?
  @usableFromInline let gate: WakeGate
  @usableFromInline let answers: WakeGate

  init(
    _ consumer: consuming EventQueue.Consumer,
    _ port: consuming ServerPort,
    gate: WakeGate,
    answers: WakeGate
  ) {
    self.consumer = consume consumer
    self.port = consume port
    self.gate = gate
    self.answers = answers
  }

  /// The sink; it can be taken once.
  public mutating func takePort() -> ServerPort {
    guard let port = port.take() else { preconditionFailure("a session has one port") }
    return port
  }

  /// Adds the lane of the server to a pipeline, once.
  public mutating func attach<Sink: OutcomeSink & ~Copyable>(to pipeline: inout Pipeline<Sink>) {
    guard let consumer = consumer.take() else { preconditionFailure("a session has one lane") }
    pipeline.addLive(consumer)
  }

  /// Dispatches what clients send until the session ends, and sleeps while there is nothing to do.
  ///
  /// - Parameters:
  ///   - pipeline: the lane of the server is attached to it, and no stamped one.
  ///   - clock: what events are stamped with.
  @inlinable public func run<Sink: OutcomeSink & ~Copyable>(
    _ pipeline: inout Pipeline<Sink>,
    clock: some SessionClock
  ) {
    var driver = ServerDriver(gate: gate, answers: answers, clock: clock)
    pipeline.run(&driver, now: { clock.now })
  }
}
