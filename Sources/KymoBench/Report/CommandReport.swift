public import KymoHistogram

/// What a load run measured of one command.
public struct CommandReport {
  /// The name of the command.
  public var name: String
  /// How many of its events were measured; those of the warm-up are not.
  public var count: Int64
  /// From the intended start to the end of the handlers: what a user feels.
  public var response: LatencySummary
  /// From when the dispatcher took the event up to the end of the handlers: what the handlers cost.
  ///
  /// It contains fetching the event from the generator's core if nothing was waiting before it.
  public var service: LatencySummary
  /// How the events ended.
  public var statuses: StatusCounts
  /// The response times in ns, for exports.
  public var responseHistogram: Histogram
  /// The service times in ns, for exports.
  public var serviceHistogram: Histogram

  /// Sums up two histograms.
  public init(name: String, response: Histogram, service: Histogram, statuses: StatusCounts) {
    self.name = name
    self.response = LatencySummary(response)
    self.service = LatencySummary(service)
    self.statuses = statuses
    count = statuses.total
    responseHistogram = response
    serviceHistogram = service
  }
}
