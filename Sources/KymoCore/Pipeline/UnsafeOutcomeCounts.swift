/// How many requests of each command ended in which way.
///
/// SAFETY: the counters are allocated for all rows in `init` and freed in `deinit`; the places come from
/// the plans of the same table, and the rows of `count` are checked by the dispatcher.
@safe @frozen @usableFromInline struct UnsafeOutcomeCounts: ~Copyable {
  @usableFromInline let counters: UnsafeMutablePointer<UInt64>

  @usableFromInline init(rows: Int) {
    unsafe counters = .allocate(capacity: rows * CommandPlan.counterStride)
    unsafe counters.initialize(repeating: 0, count: rows * CommandPlan.counterStride)
  }

  @inlinable deinit { unsafe counters.deallocate() }

  /// Counts at a place that a plan names: a request that nothing stopped.
  @inlinable func increment(_ place: UInt32) { unsafe counters[Int(place)] &+= 1 }

  /// Counts another status in the row of that place.
  @inlinable func increment(_ place: UInt32, _ status: OutcomeStatus) {
    let row = Int(place) & -CommandPlan.counterStride
    unsafe counters[row + Int(status.rawValue)] &+= 1
  }

  /// Counts several of one status in the row of a place.
  @inlinable func add(_ count: Int, to place: UInt32, _ status: OutcomeStatus) {
    let row = Int(place) & -CommandPlan.counterStride
    unsafe counters[row + Int(status.rawValue)] &+= UInt64(count)
  }

  @usableFromInline func count(_ row: Int, _ status: OutcomeStatus) -> UInt64 {
    unsafe counters[row * CommandPlan.counterStride + Int(status.rawValue)]
  }
}
