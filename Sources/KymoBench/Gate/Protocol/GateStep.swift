/// The next step of a gate.
public enum GateStep: Sendable, Equatable {
  /// A replay of the recording by a build.
  case replay(GateSide)
  /// A count of all that can be counted, over so many events, within a time in ns.
  case count(events: Int, limitNanoseconds: Int64)
  /// A run that measures.
  case run(GateRun)
  /// Nothing: it is over.
  case done
}
