/// How to go on with an ``EventSource``.
public enum SourceProgress: Sendable, Equatable {
  /// Something was pushed, and there may be more at once.
  case pushed
  /// There is something, but no room for it.
  case blocked
  /// There is nothing before this time, in ns on the source's clock.
  case waiting(until: Int64)
  /// There will be nothing more.
  case finished
}
