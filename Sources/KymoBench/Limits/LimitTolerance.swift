/// By how much a figure may be beyond its limit before that counts.
public enum LimitTolerance: Sendable, Equatable {
  /// By so many percent of the limit.
  case percent(Double)
  /// By so much, in the figure's unit.
  case amount(Double)

  /// By nothing.
  public static let none = LimitTolerance.amount(0)

  /// How far the tolerance reaches beyond a limit.
  func reach(of limit: Double) -> Double {
    switch self {
    case .percent(let percent): limit * percent / 100
    case .amount(let amount): amount
    }
  }
}
