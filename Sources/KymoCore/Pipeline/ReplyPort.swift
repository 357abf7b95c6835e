/// The sink that hands replies to another thread, with their texts: to an HTTP client, say.
///
/// It is one end of a ``ReplyQueue``, whose other end the answering thread has.
///
/// Each reply names the request that it answers by source and sequence. What does not fit is waited for, or
/// dropped and counted, as the policy says.
public struct ReplyPort: OutcomeSink, ~Copyable {
  private var producer: TextRing<PortReply>.Producer
  private let ending: PortEnding

  init(producer: consuming TextRing<PortReply>.Producer, ending: consuming PortEnding) {
    self.producer = producer
    self.ending = ending
  }

  /// How many replies were handed on or lost so far, and how often the dispatcher had to wait.
  public var statistics: RingStatistics { producer.statistics }

  /// Hands the reply on, if it is a text.
  public mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    guard outcome.replyKind == .text else { return }
    producer.push(
      PortReply(
        cause: outcome.reply.textReply.cause,
        timestamp: event.timestamp,
        command: event.command,
        index: outcome.index
      ),
      reply
    )
  }

  /// Says that there will be no more; so does letting the port go.
  ///
  /// - Returns: what was lost or delayed in the ring.
  public consuming func finish() -> RingStatistics { producer.statistics }
}
