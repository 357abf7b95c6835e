/// The sink that records nothing, and that the optimiser removes.
@frozen public struct NoSink: OutcomeSink {
  /// Makes the sink.
  @inlinable public init() {}

  /// Does nothing.
  @inlinable public mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {}
}
