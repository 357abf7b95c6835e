import KymoCore

/// The sink that keeps every outcome.
struct OutcomeList: OutcomeSink {
  private(set) var outcomes: [Outcome] = []

  mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    outcomes.append(copy outcome)
  }
}
