public import KymoCore

/// The time of the dispatching thread: the completion of one event is when the next one is taken up.
@frozen @usableFromInline struct LapTimer<Clock: NanosecondClock> {
  @usableFromInline let clock: Clock
  /// The start of the run on the clock.
  @usableFromInline var start: Int64 = 0
  /// When the latest event was done.
  @usableFromInline var previous: Int64 = 0

  @inlinable init(_ clock: Clock) { self.clock = clock }

  /// Begins the run's time now.
  @inlinable mutating func begin() { start = clock.now }

  /// Looks at the clock: an event is done.
  @inlinable @inline(always) mutating func look() { previous = clock.now }

  /// Looks at the clock; returns how long the event that is done took, in ns.
  @inlinable @inline(always) mutating func lap() -> Int64 {
    let now = clock.now
    let service = now &- previous
    previous = now
    return service
  }

  /// When the latest event was done, in ns after the start of the run.
  @inlinable var done: Int64 { previous &- start }
}
