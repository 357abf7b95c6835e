public import KymoCore

/// The step sink that does nothing, and that the optimiser removes.
@frozen public struct NoSteps: StepSink {
  /// Makes the sink.
  @inlinable public init() {}

  /// Does nothing.
  @inlinable public mutating func record(_ event: borrowing Event, _ step: borrowing TraceStep) {}
}
