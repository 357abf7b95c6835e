import KymoCore

/// The sink that keeps every step of a few calls.
struct CallSink: OutcomeSink {
  let watch: Watch
  let names: [String]
  private(set) var steps: [CallStep] = []
  private var replies = PayloadArena.empty

  init(watch: Watch, names: [String]) {
    self.watch = watch
    self.names = names
  }

  mutating func willDispatch(_ count: Int, arena: PayloadArena, replies: PayloadArena) {
    self.replies = replies
  }

  mutating func record(_ event: borrowing Event, _ outcome: borrowing Outcome) {
    let row = Int(event.command.rawValue) - 1
    var reply: String?
    if outcome.replyKind == .text {
      reply = replies.withMessage(outcome.reply.textReply.reference) { $0.text }
    }
    steps.append(
      CallStep(
        event: copy event,
        outcome: copy outcome,
        command: names.indices.contains(row) ? names[row] : nil,
        turns: watch.take(),
        reply: reply
      )
    )
  }
}
