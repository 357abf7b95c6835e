public import KymoCore

/// Something that is told of every step, after its digest is known; see `OutcomeSink` for the rules.
public protocol StepSink: ~Copyable {
  /// Called before a run of steps: where the messages of the events and the texts of replies lie.
  mutating func willDispatch(_ count: Int, arena: PayloadArena, replies: PayloadArena)
  /// Called once for every event dispatched.
  mutating func record(_ event: borrowing Event, _ step: borrowing TraceStep)
}

extension StepSink where Self: ~Copyable {
  /// Does nothing.
  @inlinable
  public mutating func willDispatch(_ count: Int, arena: PayloadArena, replies: PayloadArena) {}
}
