import KymoCore

/// The sink of a ``CallPort``, which keeps the last answer.
struct CallAnswers: OutcomeSink {
  private(set) var last = CallAnswer()

  mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    last.status = outcome.status
    last.error = outcome.errorCode == 0 ? nil : HandlerError(code: outcome.errorCode)
    last.reply = outcome.replyKind == .text ? reply.text : nil
  }
}
