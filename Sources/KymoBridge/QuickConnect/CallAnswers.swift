import KymoCore

/// The sink of a ``CallPort``, which keeps the last answer.
struct CallAnswers: OutcomeSink {
  private(set) var last = CallAnswer()
  private var replies = PayloadArena.empty

  mutating func willDispatch(_ count: Int, arena: PayloadArena, replies: PayloadArena) {
    self.replies = replies
  }

  mutating func record(_ event: borrowing Event, _ outcome: borrowing Outcome) {
    last.status = outcome.status
    last.error = outcome.errorCode == 0 ? nil : HandlerError(code: outcome.errorCode)
    last.reply = nil
    if outcome.replyKind == .text {
      last.reply = replies.withMessage(outcome.reply.textReply.reference) { $0.text }
    }
  }
}
