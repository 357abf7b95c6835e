/// How many events a stage of a load offers.
public enum StageRate: Sendable, Equatable {
  /// A mean rate from the start to the end, in events/s.
  case steady(Double)
  /// A rate that goes in a straight line from one to another, in events/s.
  case ramp(from: Double, to: Double)

  /// The mean rate of the whole stage, in events/s.
  public var mean: Double {
    switch self {
    case .steady(let rate): rate
    case .ramp(let first, let last): (first + last) / 2
    }
  }

  /// The rate that limits at a rate go by, in events/s; nil if there is no one rate.
  public var single: Double? {
    switch self {
    case .steady(let rate): rate
    case .ramp: nil
    }
  }
}
