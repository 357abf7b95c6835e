public import KymoCore

/// One step of a trace: what dispatching an event came to, and the digest of everything up to it.
@frozen public struct TraceStep: BitwiseCopyable, Sendable {
  /// The outcome.
  public var outcome: Outcome
  /// h[n] = XXH3(h[n-1], n, content): see ``Tracer``; 0 for a recorded step without one.
  public var digest: UInt64

  /// Puts a step together.
  @inlinable public init(outcome: Outcome, digest: UInt64) {
    self.outcome = outcome
    self.digest = digest
  }
}
