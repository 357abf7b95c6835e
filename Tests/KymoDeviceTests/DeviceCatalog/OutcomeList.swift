import KymoCore

/// The sink that keeps every outcome.
struct OutcomeList: OutcomeSink {
  private(set) var outcomes: [Outcome] = []

  mutating func record(_ event: borrowing Event, _ outcome: borrowing Outcome) {
    outcomes.append(copy outcome)
  }
}
