/// Something that is told of every outcome, on the dispatching thread, in the order of dispatch.
///
/// Sinks are generic parameters: one that does nothing costs nothing. A sink must not wait, lock or
/// allocate; what takes long is put into a ring and done by another thread.
public protocol OutcomeSink: ~Copyable {
  /// Called before the handlers of a run of consecutive events.
  ///
  /// - Parameters:
  ///   - count: how many events the run has; 0 if only raised events follow.
  ///   - arena: where the messages of the events lie.
  ///   - replies: where the text of each reply lies while ``record(_:_:)`` is told of it.
  mutating func willDispatch(_ count: Int, arena: PayloadArena, replies: PayloadArena)
  /// Called after the handlers of one event.
  mutating func record(_ event: borrowing Event, _ outcome: borrowing Outcome)
}

extension OutcomeSink where Self: ~Copyable {
  /// Does nothing.
  @inlinable public mutating func willDispatch(
    _ count: Int,
    arena: PayloadArena,
    replies: PayloadArena
  ) {}
}
