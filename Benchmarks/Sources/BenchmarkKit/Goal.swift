/// What a ratio is held to.
public enum Goal {
  /// The ratio is to be this or more.
  case atLeast(Double)
  /// The ratio is to be this or less.
  case atMost(Double)
  /// The ratio is shown, and nothing is asked of it.
  case none

  /// Whether `ratio` reaches the goal; `nil` if there is none.
  func isReached(by ratio: Double) -> Bool? {
    switch self {
    case .atLeast(let bound): ratio >= bound
    case .atMost(let bound): ratio <= bound
    case .none: nil
    }
  }

  /// The goal as a reader writes it: "≥ 2", "≤ 1.15", "none".
  var text: String {
    switch self {
    case .atLeast(let bound): "≥ \(bound)"
    case .atMost(let bound): "≤ \(bound)"
    case .none: "none"
    }
  }
}
