import Glibc

/// The machine's steady clock: real time, unaffected by adjustments of the date.
///
/// The corresponding C functions are `clock_gettime` and `clock_nanosleep` with `CLOCK_MONOTONIC`.
///
/// SAFETY: both C functions only read and write the local they are given.
@safe public struct MonotonicClock: NanosecondClock {
  /// The last stretch before a deadline, in ns, which is spun: sleeping overshoots by more than this.
  public static var spinNanoseconds: Int64 { 100_000 }

  /// The machine's clock; all instances are the same.
  public init() {}

  /// Nanoseconds since an unspecified start, usually that of the machine.
  public var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Sleeps until shortly before the deadline, then spins.
  public func wait(until deadline: Int64) {
    // Not the difference, which overflows for a deadline in the remote past.
    if deadline > now &+ Self.spinNanoseconds {
      let (seconds, rest) = (deadline &- Self.spinNanoseconds).quotientAndRemainder(
        dividingBy: 1_000_000_000
      )
      var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
      unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
    }
    while now < deadline {}
  }
}
