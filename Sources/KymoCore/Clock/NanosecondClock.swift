/// A source of time in ns, passed in wherever time is needed; nothing reads the system's clock directly.
public protocol NanosecondClock: Sendable {
  /// The current time in ns since the clock's own zero; never goes back.
  var now: Int64 { get }
  /// Returns once ``now`` is at least `deadline`; at once if it already is.
  func wait(until deadline: Int64)
}
