/// The time of a session that is served, and how its dispatcher sleeps.
public protocol SessionClock: Sendable {
  /// The time of the session, in ns, which never goes back.
  var now: Int64 { get }

  /// Sleeps until a time of the session, or until somebody brings something.
  ///
  /// - Parameters:
  ///   - deadline: the time in ns; the last time of all if nothing is due.
  ///   - gate: what wakes it; it may also wake up for nothing.
  func sleep(until deadline: Int64, unless gate: WakeGate)
}
