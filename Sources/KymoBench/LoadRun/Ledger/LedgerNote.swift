public import KymoCore

/// The parts of an event and its outcome that a ledger looks at: four words, which go in registers.
///
/// Handed on as they are the two would be copied for every event, also for those that are only counted.
@frozen @usableFromInline struct LedgerNote: BitwiseCopyable, Sendable {
  @usableFromInline let timestamp: Int64
  @usableFromInline let sequence: UInt32
  @usableFromInline let command: CommandID
  @usableFromInline let source: SourceID
  @usableFromInline let status: OutcomeStatus
  @usableFromInline let replyKind: ReplyKind
  /// The third word of the reply, which names the request that it answers if it is a text.
  @usableFromInline let replyWord: UInt64

  /// Notes an event and its outcome; an event that a sink raises comes from a page, and was in no
  /// plan either.
  @inlinable @inline(always)
  init(_ event: borrowing Event, _ outcome: borrowing Outcome, sinkRaises: Bool) {
    timestamp = event.timestamp
    sequence = event.sequence
    command = event.command
    let speaker = event.source
    source = sinkRaises && speaker == .page ? .device : speaker
    status = outcome.status
    replyKind = outcome.replyKind
    replyWord = outcome.reply.word2
  }

  /// Whether the event is in the plan itself, rather than raised by a handler or a sink.
  @inlinable var isInput: Bool { source != .device }

  /// The request that the reply answers, if there is such a reply.
  var request: UInt32? {
    var reply = Payload()
    reply.word2 = replyWord
    guard replyKind == .text, case .request(.bridge, let sequence) = reply.textReply.cause else {
      return nil
    }
    return sequence
  }
}
