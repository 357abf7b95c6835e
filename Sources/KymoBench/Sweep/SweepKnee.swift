/// Where a system stops to keep its objectives, as far as a search found out; rates in events/s.
public enum SweepKnee: Sendable, Equatable {
  /// The highest rate that kept them, and the lowest that did not.
  case between(kept: Double, failed: Double)
  /// The highest rate that could be tried kept them.
  case atLeast(Double)
  /// The lowest rate that could be tried did not keep them.
  case never(lowest: Double)
  /// The search did not come to its end; what it knew, if anything.
  case unknown(kept: Double?, failed: Double?)

  /// The highest rate that kept the objectives; nil if there is none.
  public var rate: Double? {
    switch self {
    case .between(let kept, _), .atLeast(let kept): kept
    case .never: nil
    case .unknown(let kept, _): kept
    }
  }
}
