/// How a run ended.
public enum RunEnd: Sendable, Equatable {
  /// Every lane is empty and finished.
  case finished
  /// It was asked to stop; lanes may hold events.
  case stopped
}
