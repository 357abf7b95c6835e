/// A source of time in ns, passed in wherever time is needed; nothing reads the system's clock directly.
public protocol NanosecondClock: Sendable {
  /// The current time in ns since the clock's own zero; never goes back.
  var now: Int64 { get }
  /// Returns once ``now`` is at least `deadline`; at once if it already is.
  func wait(until deadline: Int64)
  /// Waits for `deadline`, but for no more than about `nanoseconds`, so that whoever waits can look around.
  ///
  /// A clock on which no wait takes any time goes to the deadline at once.
  func wait(until deadline: Int64, atMost nanoseconds: Int64)
}

extension NanosecondClock {
  /// Waits for `deadline`, or until `nanoseconds` from now if that is earlier.
  public func wait(until deadline: Int64, atMost nanoseconds: Int64) {
    let (limit, overflow) = now.addingReportingOverflow(nanoseconds)
    wait(until: overflow ? deadline : min(deadline, limit))
  }
}
