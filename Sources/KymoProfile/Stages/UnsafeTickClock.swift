import CSampler
import Glibc

/// The processor's own counter, which is read in some ns, and what its ticks are in ns.
///
/// SAFETY: the C function that reads it touches no memory; `clock_gettime` writes into a local.
struct TickClock: Sendable {
  private let startTicks: UInt64
  private let startNanoseconds: Int64
  /// Whether the counter is one that ticks steadily; if not, the system's clock is read instead.
  let isSteady: Bool

  /// Notes where counter and clock stand now.
  init() {
    isSteady = kymo_ticks_are_steady()
    startNanoseconds = Self.nanoseconds
    startTicks = isSteady ? kymo_ticks() : UInt64(bitPattern: Self.nanoseconds)
  }

  /// Where the counter stands.
  @inline(__always) var now: UInt64 {
    isSteady ? kymo_ticks() : UInt64(bitPattern: Self.nanoseconds)
  }

  /// How many ns a tick takes, by all the time since this clock was made: the longer, the better.
  var nanosecondsPerTick: Double {
    guard isSteady else { return 1 }
    let ticks = now &- startTicks
    let elapsed = Self.nanoseconds &- startNanoseconds
    return ticks > 0 && elapsed > 0 ? Double(elapsed) / Double(ticks) : 1
  }

  private static var nanoseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
