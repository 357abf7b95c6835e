import Synchronization

/// A clock whose time passes only by waiting: a wait jumps to the deadline at once.
///
/// A replay at 1x on this clock goes through every wait of the schedule and takes no time at all.
public final class VirtualClock: NanosecondClock {
  let time: Atomic<Int64>

  /// Starts at `start` ns.
  public init(startingAt start: Int64 = 0) { time = Atomic(start) }

  /// The latest deadline that was waited for.
  public var now: Int64 { time.load(ordering: .acquiring) }

  /// Moves the time on to `deadline`, unless it is already later.
  public func wait(until deadline: Int64) {
    time.max(deadline, ordering: .acquiringAndReleasing)
  }

  /// Moves the time on to `deadline`, however far away that is.
  public func wait(until deadline: Int64, atMost nanoseconds: Int64) { wait(until: deadline) }
}
