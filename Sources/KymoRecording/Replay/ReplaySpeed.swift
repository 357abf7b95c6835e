/// How fast a recording is replayed.
public enum ReplaySpeed: Sendable, Equatable {
  /// So many times the speed at which it was recorded; finite and greater than 0.
  case times(Double)
  /// As fast as the events can be dispatched.
  case maximum
}
