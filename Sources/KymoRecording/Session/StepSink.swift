public import KymoCore

/// Something that is told of every step, after its digest is known; see `OutcomeSink` for the rules.
public protocol StepSink: ~Copyable {
  /// Called once for every event dispatched.
  mutating func record(_ event: borrowing Event, _ step: borrowing TraceStep)
}
