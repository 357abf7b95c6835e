import KymoCore
import KymoPoll
import Synchronization

/// Tells a thread that sleeps to stop, at once.
///
/// Where the system has no descriptor left, a sleep lasts to its end, and no longer.
final class StopSignal: Sendable {
  private let isStopped = Atomic(false)
  private let counter = try? WakeCounter()

  /// Wakes whoever sleeps, or will.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    counter?.ring()
  }

  /// Sleeps until a time of the monotonic clock in ns, to the ms.
  ///
  /// - Returns: false if it is to stop.
  func sleep(until time: Int64) -> Bool {
    let clock = MonotonicClock()
    while !isStopped.load(ordering: .relaxed) {
      let left = time - clock.now
      guard left > 0 else { return true }
      // What was rung is not taken back: who sleeps next is to stop, too.
      if counter?.wait(nanoseconds: left) == nil { clock.wait(until: time) }
    }
    return false
  }
}
