public import KymoCore

/// What a session has of a server: the way in, the way out, and when to sleep.
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

  /// Looks before a dispatcher without work goes to sleep.
  @usableFromInline static var patience: Int { 256 }

  /// Dispatches what clients send until the session ends, and sleeps while there is nothing to do.
  ///
  /// - Parameters:
  ///   - pipeline: the lane of the server is attached to it, and no stamped one.
  ///   - clock: what events are stamped with.
  @inlinable public func run<Sink: OutcomeSink & ~Copyable>(
    _ pipeline: inout Pipeline<Sink>,
    clock: ServerClock
  ) {
    var looks = 0
    while true {
      switch pipeline.step(now: { clock.now }) {
      case .dispatched:
        answers.wake()
        looks = 0
      case .finished: return
      case .idle:
        looks += 1
        if looks < Self.patience { continue }
        gate.prepare()
        // What came between the last look and that.
        switch pipeline.step(now: { clock.now }) {
        case .dispatched:
          gate.clear()
          answers.wake()
        case .finished: return
        case .idle:
          let due = pipeline.nextDue
          gate.sleep(atMost: due == .max ? 3_600_000_000_000 : max(0, due - clock.now))
        }
        looks = 0
      }
    }
  }
}
