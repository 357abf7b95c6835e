public import KymoCore

/// What a ledger looks at of an event and its outcome: three words, which go in registers.
///
/// Handed on as they are the two would be copied for every event, also for those that are only counted.
@frozen @usableFromInline struct LedgerNote: BitwiseCopyable, Sendable {
  @usableFromInline let timestamp: Int64
  @usableFromInline let sequence: UInt32
  @usableFromInline let command: CommandID
  @usableFromInline let source: SourceID
  @usableFromInline let status: OutcomeStatus
  /// The third word of a text reply, which names the request that it answers; 0 for other replies.
  @usableFromInline let replyWord: UInt64

  @inlinable @inline(always) init(_ event: borrowing Event, _ outcome: borrowing Outcome) {
    timestamp = event.timestamp
    sequence = event.sequence
    command = event.command
    source = event.source
    status = outcome.status
    replyWord = outcome.replyKind == .text ? outcome.reply.word2 : 0
  }

  /// Whether the event is in the plan itself, rather than raised by a handler.
  @inlinable var isInput: Bool { source != .device }

  /// The request that the reply answers, if there is such a reply.
  var request: UInt32? {
    var reply = Payload()
    reply.word2 = replyWord
    guard case .request(let sequence) = reply.textReply.cause else { return nil }
    return sequence
  }
}
