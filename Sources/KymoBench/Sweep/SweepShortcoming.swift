/// Why a step of a sweep does not count as kept.
public enum SweepShortcoming: Sendable, Equatable, CustomStringConvertible {
  /// The run means nothing.
  case invalid(InvalidReason)
  /// The value that the objective is about was this many ns.
  case tooSlow(LatencyObjective, nanoseconds: Int64)
  /// So few values are not enough to tell.
  case tooFew(LatencyObjective, count: Int64)

  /// A few words.
  public var description: String {
    switch self {
    case .invalid(let reason): "INVALID: \(reason)"
    case .tooSlow(let objective, let value):
      "\(objective.percentile.rawValue) of \(objective.subject) is \(value) ns, "
        + "the objective \(objective.limitNanoseconds) ns"
    case .tooFew(let objective, let count):
      "\(count) events of \(objective.subject) are too few for \(objective.percentile.rawValue), "
        + "which takes \(objective.percentile.minimumCount)"
    }
  }
}
