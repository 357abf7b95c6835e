/// The machine's steady clock: real time, unaffected by adjustments of the date.
///
/// The corresponding C functions are `clock_gettime` and `clock_nanosleep` with `CLOCK_MONOTONIC`.
public struct MonotonicClock: NanosecondClock {
  /// The last stretch before a deadline, in ns, which is spun: sleeping overshoots by more than this.
  public static var spinNanoseconds: Int64 { 100_000 }

  /// The machine's clock; all instances are the same.
  public init() {}

  /// Nanoseconds since an unspecified start, usually that of the machine.
  public var now: Int64 { UnsafeSystemTime.now }

  /// Sleeps until shortly before the deadline, then spins.
  public func wait(until deadline: Int64) {
    // Not the difference, which overflows for a deadline in the remote past.
    if deadline > now &+ Self.spinNanoseconds {
      UnsafeSystemTime.sleep(until: deadline &- Self.spinNanoseconds)
    }
    while now < deadline {}
  }
}
