/// Why no rate can tell whether an objective is kept.
public struct TooFewEvents: Error, Equatable, CustomStringConvertible {
  /// The objective that takes most events.
  public let objective: LatencyObjective
  /// The least rate at which a step measures so many, in events/s.
  public let leastRate: Double

  /// One line.
  public var description: String {
    let percentile = objective.percentile
    return
      "\(percentile.rawValue) of \(objective.subject) takes \(percentile.minimumCount) measured "
      + "events, so at least \(leastRate) events/s"
  }
}
