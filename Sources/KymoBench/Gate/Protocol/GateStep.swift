/// The next step of a gate.
public enum GateStep: Sendable, Equatable {
  /// What a build makes of the recording.
  case replay(GateSide)
  /// What can be counted, over so many events, within a time in ns.
  case count(events: Int, limitNanoseconds: Int64)
  /// What a run measures.
  case run(GateRun)
  /// Nothing: it is over.
  case done
}
