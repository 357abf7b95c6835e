import KymoCore

/// A sink that keeps everything it is told, and the texts of replies while they are there.
struct OutcomeList: OutcomeSink {
  var events: [Event] = []
  var outcomes: [Outcome] = []
  /// The text of each outcome's reply; nil if it is none.
  var texts: [String?] = []
  var announced: [Int] = []
  private var replies = PayloadArena.empty

  mutating func willDispatch(_ count: Int, arena: PayloadArena, replies: PayloadArena) {
    announced.append(count)
    self.replies = replies
  }

  mutating func record(_ event: borrowing Event, _ outcome: borrowing Outcome) {
    events.append(copy event)
    outcomes.append(copy outcome)
    let isText = outcome.replyKind == .text
    let reference = outcome.reply.textReply.reference
    texts.append(isText ? replies.withMessage(reference) { $0.text } : nil)
  }
}
