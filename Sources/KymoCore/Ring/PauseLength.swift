import Synchronization

/// How long a consumer looks away from a ring whose producer is close ahead of it.
///
/// The time is fixed, and how many loads fill it is measured once a process: a loop of loads takes no system
/// call and no clock, and leaves the lines of the ring to the producer.
enum PauseLength {
  /// The time in ns: that in which, on a machine whose lines pass in 10 ns, a line goes back and forth a few times.
  static let nanoseconds: Int64 = 70

  /// How many loads take about ``nanoseconds`` on this machine.
  static let loads: Int = {
    let clock = MonotonicClock()
    let count = 4096
    let counter = Atomic<UInt64>(0)
    var fastest = Int64.max
    // The fastest of a few: a neighbour can only make one longer.
    for _ in 0..<8 {
      let start = clock.now
      for _ in 0..<count { _ = counter.load(ordering: .relaxed) }
      fastest = min(fastest, max(clock.now - start, 1))
    }
    return min(max(Int(nanoseconds) * count / Int(fastest), 16), 1 << 16)
  }()
}
