/// How many requests of each command ended in which way.
///
/// SAFETY: the counters are allocated for all rows in `init` and freed in `deinit`; rows come from the
/// dispatcher, which has checked them against the same number of plans.
@safe @frozen @usableFromInline struct UnsafeOutcomeCounts: ~Copyable {
  @usableFromInline let counters: UnsafeMutablePointer<UInt64>

  /// How many ways a request can end; the stride of a row.
  @inlinable static var stride: Int { 8 }

  @usableFromInline init(rows: Int) {
    unsafe counters = .allocate(capacity: rows * Self.stride)
    unsafe counters.initialize(repeating: 0, count: rows * Self.stride)
  }

  @inlinable deinit { unsafe counters.deallocate() }

  @inlinable func increment(_ row: Int, _ status: OutcomeStatus) {
    unsafe counters[row &* Self.stride &+ Int(status.rawValue)] &+= 1
  }

  @usableFromInline func count(_ row: Int, _ status: OutcomeStatus) -> UInt64 {
    unsafe counters[row * Self.stride + Int(status.rawValue)]
  }
}
