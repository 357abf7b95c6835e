import Synchronization

/// A clock that a test moves by hand: a wait lasts until another thread has advanced it far enough.
public final class ManualClock: NanosecondClock {
  let time: Atomic<Int64>

  /// Starts at `start` ns.
  public init(startingAt start: Int64 = 0) { time = Atomic(start) }

  /// The time as last set.
  public var now: Int64 { time.load(ordering: .acquiring) }

  /// Moves the time on by `nanoseconds`.
  ///
  /// - Precondition: `nanoseconds` is not negative: no clock here goes back.
  public func advance(by nanoseconds: Int64) {
    precondition(nanoseconds >= 0, "a clock cannot go back")
    time.wrappingAdd(nanoseconds, ordering: .acquiringAndReleasing)
  }

  /// Waits, giving the core away, until the time has been advanced to `deadline`.
  public func wait(until deadline: Int64) {
    var waiter = Waiter(.park)
    while now < deadline { waiter.pause() }
  }
}
