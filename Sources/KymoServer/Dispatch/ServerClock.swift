import KymoCore

/// The time of a session that is served: nanoseconds since 1970, which never go back.
public struct ServerClock: Sendable {
  private let clock = MonotonicClock()
  private let offset: Int64

  /// Starts at a time.
  ///
  /// - Parameter nanoseconds: now, in ns since 1970.
  public init(startingAt nanoseconds: Int64) { offset = nanoseconds - clock.now }

  /// The time, in ns since 1970.
  public var now: Int64 { clock.now &+ offset }
}
