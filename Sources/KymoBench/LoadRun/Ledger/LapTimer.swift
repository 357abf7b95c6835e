/// The time of the dispatching thread: the completion of one event is when the next one is taken up.
///
/// It is told the time, as a look at a clock that it held would cost a reference count for every event.
@frozen @usableFromInline struct LapTimer {
  /// The start of the run on the clock.
  @usableFromInline var start: Int64 = 0
  /// When the latest event was done.
  @usableFromInline var previous: Int64 = 0

  @inlinable init() {}

  /// Begins the run's time.
  @inlinable @inline(always) mutating func begin(at now: Int64) { start = now }

  /// An event is done, and nobody asks how long it took.
  @inlinable @inline(always) mutating func look(at now: Int64) { previous = now }

  /// An event is done; returns how long it took, in ns.
  @inlinable @inline(always) mutating func lap(at now: Int64) -> Int64 {
    let service = now &- previous
    previous = now
    return service
  }

  /// When the latest event was done, in ns after the start of the run.
  @inlinable @inline(always) var done: Int64 { previous &- start }
}
