import KymoCore

/// The sink of a ``CallPort``, which keeps the last answer, and every step if it has a watch.
struct CallAnswers: OutcomeSink {
  private(set) var last = CallAnswer()
  /// The steps since they were taken; none without a watch.
  var steps: [CallStep] = []
  private let watch: CallWatch?
  private let names: [String]

  init(watch: CallWatch?, names: [String]) {
    self.watch = watch
    self.names = names
  }

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
    guard let watch else { return }
    let row = Int(event.command.rawValue) - 1
    steps.append(
      CallStep(
        event: copy event,
        outcome: copy outcome,
        command: names.indices.contains(row) ? names[row] : nil,
        parameters: watch.parameters,
        turns: watch.turns,
        reply: last.reply
      )
    )
    watch.reset()
  }
}
