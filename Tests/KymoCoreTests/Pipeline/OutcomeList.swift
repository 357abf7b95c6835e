import KymoCore

/// A sink that keeps everything it is told.
struct OutcomeList: OutcomeSink {
  var events: [Event] = []
  var outcomes: [Outcome] = []
  var announced: [Int] = []

  mutating func willDispatch(_ count: Int, arena: PayloadArena, replies: PayloadArena) {
    announced.append(count)
  }

  mutating func record(_ event: borrowing Event, _ outcome: borrowing Outcome) {
    events.append(copy event)
    outcomes.append(copy outcome)
  }
}
