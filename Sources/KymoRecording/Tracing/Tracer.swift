public import KymoCore

/// The sink that chains every outcome into a digest and hands it on, with the digest, to the sink behind it.
///
/// h[n] = XXH3(h[n-1], n, XXH3(step)), where a step is the event's timestamp, command, source, kind,
/// sequence and payload, and the outcome's status, stage, handler, error code and reply. Nothing of the
/// wall clock is in it, so that the same recording gives the same digest at any speed. Turns are in no digest, and
/// neither is what no handler saw.
@frozen public struct Tracer<Sink: OutcomeSink & ~Copyable>: WrappingSink, ~Copyable {
  /// The digests so far.
  public var digest = TraceDigest()
  /// The sink that is told of the outcomes and their digests.
  public var sink: Sink

  /// Starts a chain.
  public init(_ sink: consuming Sink) { self.sink = sink }

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
}
