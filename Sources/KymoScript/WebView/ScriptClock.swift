/// The time that scripts see, in logical ns: it stands still until somebody sets it.
public final class ScriptClock {
  /// The time, in ns.
  public var now: Int64

  /// A clock.
  public init(now: Int64 = 0) { self.now = now }

  /// The time in ms since 1970, as `Date.now()` gives it before it is rounded down.
  var milliseconds: Double { Double(now) / 1e6 }
}
