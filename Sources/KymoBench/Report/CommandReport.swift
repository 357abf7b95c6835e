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
  /// From the intended start of a request to the reply that names it as its cause, which a later event may
  /// bring; empty for commands that do not reply to the page.
  public var reply: LatencySummary
  /// How the events ended.
  public var statuses: StatusCounts
  /// How many of the events took longer than the run's deadline; nil if there was none.
  public var missedDeadlines: Int64?
  /// The age and the jitter of the samples, if the command is what a sensor sends.
  public var stream: StreamReport?
  /// The response times in ns, for exports.
  public var responseHistogram: Histogram
  /// The service times in ns, for exports.
  public var serviceHistogram: Histogram

  /// The times to the reply in ns, for exports.
  public var replyHistogram: Histogram

  /// Sums up the histograms.
  public init(
    name: String,
    response: Histogram,
    service: Histogram,
    reply: Histogram,
    statuses: StatusCounts
  ) {
    self.name = name
    self.response = LatencySummary(response)
    self.service = LatencySummary(service)
    self.statuses = statuses
    count = statuses.total
    responseHistogram = response
    serviceHistogram = service
    self.reply = LatencySummary(reply)
    replyHistogram = reply
  }
}
