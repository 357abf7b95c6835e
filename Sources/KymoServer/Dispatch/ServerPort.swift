public import KymoCore

/// The sink that tells the HTTP thread what became of its events, and what the device says by itself.
///
/// It waits for room if there is none: the other end never waits for the dispatcher.
public struct ServerPort: OutcomeSink, ~Copyable {
  private var producer: TextRing<ServedOutcome>.Producer

  init(_ producer: consuming TextRing<ServedOutcome>.Producer) { self.producer = producer }

  /// Tells of an event that came over HTTP, and of every reply.
  public mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    if event.source == .device, outcome.replyKind == .none { return }
    var entry = ServedOutcome(
      timestamp: event.timestamp,
      index: outcome.index,
      cause: .unsolicited,
      numbers: Acceleration(x: 0, y: 0, z: 0),
      sequence: event.sequence,
      command: event.command,
      errorCode: outcome.errorCode,
      source: event.source,
      status: outcome.status,
      replyKind: outcome.replyKind,
      isReplyLater: outcome.isReplyLater,
      isPassed: false
    )
    if outcome.replyKind == .text {
      entry.cause = outcome.reply.textReply.cause
      producer.push(entry, reply)
    } else {
      if outcome.replyKind != .none { entry.numbers = outcome.reply.acceleration }
      producer.push(entry)
    }
  }

  /// Tells of an event that was only recorded.
  public mutating func pass(_ event: borrowing Event, message: RawSpan) {
    producer.push(
      ServedOutcome(
        timestamp: event.timestamp,
        index: 0,
        cause: .unsolicited,
        numbers: Acceleration(x: 0, y: 0, z: 0),
        sequence: event.sequence,
        command: event.command,
        errorCode: 0,
        source: event.source,
        status: .completed,
        replyKind: .none,
        isReplyLater: false,
        isPassed: true
      )
    )
  }
}
