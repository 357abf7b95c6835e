/// Drives a pipeline whose events come from other threads: it waits while there are none.
@frozen public struct WaitingDriver: Driver, ~Copyable {
  /// How many events are dispatched in a row at most.
  public let longestRun: Int
  /// How many events were dispatched so far.
  @usableFromInline var total: UInt64 = 0
  /// Whether the last round dispatched something.
  @usableFromInline var hasMoved = false
  @usableFromInline var waiter: Waiter

  /// A driver that has not waited yet.
  ///
  /// - Parameters:
  ///   - strategy: how it waits.
  ///   - limit: how many events are dispatched in a row at most; at least 1.
  @inlinable public init(_ strategy: WaitStrategy, upTo limit: Int = .max) {
    longestRun = limit
    waiter = Waiter(strategy)
  }

  /// Starts the next wait with spinning.
  @inlinable public mutating func dispatched(_ count: Int, total: UInt64) {
    waiter.reset()
    self.total = total
    hasMoved = true
  }

  /// Waits a moment.
  @inlinable public mutating func idle<Sink: OutcomeSink & ~Copyable>(
    _ pipeline: inout Pipeline<Sink>,
    until promised: Int64
  ) {
    waiter.pause()
    hasMoved = false
  }
}
