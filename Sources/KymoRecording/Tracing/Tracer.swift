public import KymoCore

/// The sink that chains every outcome into a digest and hands it on, with the digest, to the sink behind it.
///
/// h[n] = XXH3(h[n-1], n, XXH3(step)), where a step is the event's timestamp, command, source, kind,
/// sequence and payload, and the outcome's status, stage, handler, error code and reply. Nothing of the
/// wall clock is in it, so that the same recording gives the same digest at any speed.
@frozen public struct Tracer<Sink: OutcomeSink & ~Copyable>: OutcomeSink, ~Copyable {
  /// The digests so far.
  public var digest = TraceDigest()
  /// Who is told of the outcomes and their digests.
  public var sink: Sink

  /// Starts a chain.
  public init(_ sink: consuming Sink) { self.sink = sink }

  /// Whether the sink behind it may raise events.
  @inlinable public static var mayRaise: Bool { Sink.mayRaise }

  /// Whether the sink behind it has turns.
  @inlinable public static var takesTurns: Bool { Sink.takesTurns }

  /// Whether the sink behind it follows the handlers.
  @inlinable public static var followsHandlers: Bool { Sink.followsHandlers }

  /// The next turn of the sink behind it.
  @inlinable public var nextTurn: Int64 { sink.nextTurn }

  /// Hands on: turns are in no digest.
  @inlinable public mutating func takeTurn(at timestamp: Int64) -> Int64 {
    sink.takeTurn(at: timestamp)
  }

  /// Hands on.
  @inlinable public mutating func willDispatch(_ count: Int) { sink.willDispatch(count) }

  /// Hands on.
  @inlinable public mutating func follow(_ step: HandlingStep, of event: borrowing Event) {
    sink.follow(step, of: event)
  }

  /// Adds the outcome to the digests.
  ///
  /// Whoever is behind it gets a text reply with its hash.
  @inlinable public mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    if outcome.replyKind == .text {
      return recordText(event, outcome, message: message, reply: reply)
    }
    let total = self.digest.add(event, outcome, message: message)
    sink.record(event, outcome, digest: total, message: message, reply: reply)
  }

  /// Of a text reply the hash is part of the outcome, and where it lies is not.
  @usableFromInline mutating func recordText(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    message: RawSpan,
    reply: RawSpan
  ) {
    var outcome = copy outcome
    var text = outcome.reply.textReply
    text.hash = UnsafeTraceHash.text(reply)
    outcome.reply = Payload(text)
    let total = digest.add(event, outcome, message: message)
    sink.record(event, outcome, digest: total, message: message, reply: reply)
  }

  /// Hands on: what no handler saw is in no digest.
  @inlinable public mutating func pass(_ event: borrowing Event, message: RawSpan) {
    sink.pass(event, message: message)
  }

  /// Hands on.
  @inlinable public mutating func respond(_ raising: inout SinkRaiser) { sink.respond(&raising) }
}
