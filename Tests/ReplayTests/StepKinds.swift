import KymoCore

/// The sink that notes of each step whether it is an input, and the digest behind it.
struct StepKinds: OutcomeSink {
  private(set) var isInput: [Bool] = []
  private(set) var digests: [UInt64] = []

  mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    isInput.append(event.source != .device)
    digests.append(digest)
  }
}
