/// The verdict on a limit.
public enum LimitVerdict: Sendable, Equatable {
  /// The figure is within it.
  case kept
  /// The figure is beyond it, and beyond its tolerance.
  case broken
  /// Nothing is known, as a run of this kind measures something else; half a sentence says why.
  case notMeasured(String)
  /// Nothing is known, though a run of this kind is to find out; half a sentence says why.
  case missing(String)

  /// The same in a word or two, as every report says it.
  public var word: String {
    switch self {
    case .kept: "kept"
    case .broken: "BROKEN"
    case .notMeasured, .missing: "not measured"
    }
  }

  /// Why nothing is known; nil if something is.
  public var reason: String? {
    switch self {
    case .notMeasured(let reason), .missing(let reason): reason
    case .kept, .broken: nil
    }
  }
}
