public import KymoCore

/// The sink that chains every outcome into a digest and hands the steps on.
///
/// h[n] = XXH3(h[n-1], n, XXH3(step)), where a step is the event's timestamp, command, source, kind,
/// sequence and payload, and the outcome's status, stage, handler, error code and reply. Nothing of the
/// wall clock is in it, so that the same recording gives the same digest at any speed.
@frozen public struct Tracer<Steps: StepSink & ~Copyable>: OutcomeSink, ~Copyable {
  /// The digests so far.
  public var digest = TraceDigest()
  /// Who is told of the steps.
  public var steps: Steps

  @usableFromInline var arena = PayloadArena.empty
  @usableFromInline var replies = PayloadArena.empty

  /// Starts a chain.
  public init(_ steps: consuming Steps) { self.steps = steps }

  /// Notes where messages and replies lie.
  @inlinable
  public mutating func willDispatch(_ count: Int, arena: PayloadArena, replies: PayloadArena) {
    if arena !== self.arena { self.arena = arena }
    if replies !== self.replies { self.replies = replies }
    steps.willDispatch(count, arena: arena, replies: replies)
  }

  /// Adds the outcome to the digests.
  @inlinable public mutating func record(_ event: borrowing Event, _ outcome: borrowing Outcome) {
    if outcome.replyKind == .text { return recordText(event, outcome) }
    let total = digest.add(event, outcome, arena: arena)
    steps.record(event, TraceStep(outcome: copy outcome, digest: total))
  }

  /// Of a text reply the hash is part of the outcome, and where it lies is not.
  @usableFromInline
  mutating func recordText(_ event: borrowing Event, _ outcome: borrowing Outcome) {
    var outcome = copy outcome
    var reply = outcome.reply.textReply
    reply.hash = UnsafeTraceHash.text(reply, replies)
    outcome.reply = Payload(reply)
    let total = digest.add(event, outcome, arena: arena)
    steps.record(event, TraceStep(outcome: outcome, digest: total))
  }
}
