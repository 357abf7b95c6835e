import KymoCore

/// The sink that keeps every step of a few calls.
struct CallSink: OutcomeSink {
  let watch: Watch
  let names: [String]
  private(set) var steps: [CallStep] = []

  init(watch: Watch, names: [String]) {
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
    let row = Int(event.command.rawValue) - 1
    steps.append(
      CallStep(
        event: copy event,
        outcome: copy outcome,
        command: names.indices.contains(row) ? names[row] : nil,
        turns: watch.take(),
        reply: outcome.replyKind == .text ? reply.text : nil
      )
    )
  }
}
