public import KymoCore

/// Two step sinks one after the other; nest pairs for more.
@frozen
public struct PairSteps<First: StepSink & ~Copyable, Second: StepSink & ~Copyable>:
  StepSink, ~Copyable
{
  /// Told first.
  public var first: First
  /// Told second.
  public var second: Second

  /// Joins two sinks.
  @inlinable public init(_ first: consuming First, _ second: consuming Second) {
    self.first = first
    self.second = second
  }

  /// Tells both.
  @inlinable
  public mutating func willDispatch(_ count: Int, arena: PayloadArena, replies: PayloadArena) {
    first.willDispatch(count, arena: arena, replies: replies)
    second.willDispatch(count, arena: arena, replies: replies)
  }

  /// Tells both.
  @inlinable public mutating func record(_ event: borrowing Event, _ step: borrowing TraceStep) {
    first.record(event, step)
    second.record(event, step)
  }
}
