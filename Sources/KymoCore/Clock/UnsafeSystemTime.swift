import Glibc

/// The system's steady clock, and what waits by it.
///
/// SAFETY: the C functions only read and write the locals that they are given.
enum UnsafeSystemTime {
  /// The time of `CLOCK_MONOTONIC` in ns.
  @inline(__always) static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Sleeps until a time of that clock, or somewhat longer.
  static func sleep(until deadline: Int64) {
    let (seconds, rest) = deadline.quotientAndRemainder(dividingBy: 1_000_000_000)
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
    // A signal ends the sleep, whoever it is for; a profiler sends a thousand a second.
    while unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
  }

  /// Sleeps for so many ns, below 1,000,000,000, or somewhat longer.
  static func sleep(nanoseconds: Int) {
    var time = timespec(tv_sec: 0, tv_nsec: nanoseconds)
    unsafe nanosleep(&time, nil)
  }

  /// Gives the core away, if anybody wants it.
  static func yield() { sched_yield() }
}
