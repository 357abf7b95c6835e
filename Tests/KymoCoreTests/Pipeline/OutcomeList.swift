import KymoCore

/// A sink that keeps everything it is told, and the texts of replies while they are there.
struct OutcomeList: OutcomeSink {
  var events: [Event] = []
  var outcomes: [Outcome] = []
  /// The text of each outcome's reply; nil if it is none.
  var texts: [String?] = []
  var announced: [Int] = []

  mutating func willDispatch(_ count: Int) { announced.append(count) }

  mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    events.append(copy event)
    outcomes.append(copy outcome)
    texts.append(outcome.replyKind == .text ? reply.text : nil)
  }
}
