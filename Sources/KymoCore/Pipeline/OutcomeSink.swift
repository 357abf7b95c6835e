/// Something that is told of every outcome, on the dispatching thread, in the order of dispatch.
///
/// Sinks are generic parameters: one that does nothing costs nothing. A sink must not wait, lock or
/// allocate; what takes long is put into a ring and done by another thread.
public protocol OutcomeSink: ~Copyable {
  /// Called before the handlers of a run of `count` consecutive events, whose messages lie in `arena`.
  mutating func willDispatch(_ count: Int, arena: PayloadArena)
  /// Called after the handlers of one event.
  mutating func record(_ event: borrowing Event, _ outcome: borrowing Outcome)
}

extension OutcomeSink where Self: ~Copyable {
  /// Does nothing.
  @inlinable public mutating func willDispatch(_ count: Int, arena: PayloadArena) {}
}
