public import KymoRecording

/// How a page is run with a session.
public struct PageRunOptions: Sendable {
  /// How long the page lives on after the last input, in ns.
  public var after: Int64 = 1_000_000_000
  /// How fast: logical time per time on the wall; 1e-9 to 1e9 times, or as fast as it goes.
  public var speed = ReplaySpeed.maximum
  /// Whether the requests that a page has made in the session are left out, since the page makes its own.
  public var leavesPageOut = true
  /// Whether all requests of the session are, since a page on a phone has made them.
  public var leavesRequestsOut = false
  /// What a person and the phone do to the page beside what the session says, in the order of their times.
  public var inputs: [PageInput] = []
  /// Whether the taps of the session are left out.
  public var leavesTapsOut = false
  /// Whether it is left out when the app of the session comes and goes.
  public var leavesLifecycleOut = false

  /// As fast as it goes, and a second after the last input.
  public init() {}
}
