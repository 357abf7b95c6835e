public import KymoCore

/// A sink that notes when the one within it begins and ends, and with it each event.
public struct WatchedSink<Sink: OutcomeSink & ~Copyable>: WrappingSink, ~Copyable {
  /// The sink that is told of the outcomes.
  public var sink: Sink
  private let watch: StageWatch
  /// Whether the sink is one that does something.
  private let isTimed: Bool

  /// Watches a sink.
  ///
  /// - Parameters:
  ///   - sink: who is told.
  ///   - watch: whose handlers the events go through.
  ///   - isTimed: whether the sink does anything; if not, it is not told of outcomes while they are timed.
  public init(_ sink: consuming Sink, _ watch: StageWatch, isTimed: Bool = true) {
    self.sink = sink
    self.watch = watch
    self.isTimed = isTimed
  }

  /// Notes that what is next was found, and hands on.
  public mutating func willDispatch(_ count: Int) {
    watch.log.found(count)
    sink.willDispatch(count)
  }

  /// Hands on, and notes how long that took.
  public mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    let log = watch.log
    log.enterSink(event)
    if isTimed {
      sink.record(event, outcome, digest: digest, message: message, reply: reply)
      log.leave(.record, nil)
    }
    if !Sink.mayRaise { log.commit() }
  }

  /// Hands on.
  public mutating func pass(_ event: borrowing Event, message: RawSpan) {
    watch.log.passed(event)
    sink.pass(event, message: message)
  }

  /// Lets the sink raise events, and notes how long that took.
  public mutating func respond(_ raising: inout SinkRaiser) {
    sink.respond(&raising)
    watch.log.leave(.reply, nil)
    watch.log.commit()
  }
}
