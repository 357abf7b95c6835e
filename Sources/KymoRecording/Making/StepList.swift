import KymoCore

/// The sink that keeps every step in memory; for short sessions only.
struct StepList: OutcomeSink {
  /// An event and its step.
  struct Entry {
    var event: Event
    var step: TraceStep
  }

  /// The steps so far.
  private(set) var entries: [Entry] = []

  mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    entries.append(
      Entry(event: copy event, step: TraceStep(outcome: copy outcome, digest: digest))
    )
  }
}
