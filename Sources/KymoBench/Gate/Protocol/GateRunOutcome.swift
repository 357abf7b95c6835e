/// How a run of a gate ended, if the build did not fail.
public enum GateRunOutcome: Sendable, Equatable {
  /// It measured.
  case valid(GateReading)
  /// It measured, and says itself that its figures must not be used: why.
  case invalid(reason: String)
  /// It was ended, as the time was over.
  case stopped
}
