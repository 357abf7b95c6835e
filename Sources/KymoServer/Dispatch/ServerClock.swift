import KymoCore

/// The time of a session that is served: nanoseconds since 1970, which never go back.
public struct ServerClock: SessionClock {
  private let clock = MonotonicClock()
  private let offset: Int64

  /// Starts at a time.
  ///
  /// - Parameter nanoseconds: now, in ns since 1970.
  public init(startingAt nanoseconds: Int64) { offset = nanoseconds - clock.now }

  /// The time, in ns since 1970.
  public var now: Int64 { clock.now &+ offset }

  /// Sleeps until that time, or until somebody brings something; an hour at most.
  public func sleep(until deadline: Int64, unless gate: WakeGate) {
    gate.sleep(atMost: deadline == .max ? 3_600_000_000_000 : max(0, deadline - now))
  }
}
