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
  /// From the intended start until the generator began to push the event; empty without a schedule.
  ///
  /// With ``queueing`` and ``service`` it adds up to ``response``, event by event.
  public var slip: LatencySummary
  /// From then until the dispatcher took the event: pushing it, waiting for room, waiting for its turn.
  public var queueing: LatencySummary
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
  /// How late events were pushed in ns, for exports.
  public var slipHistogram: Histogram
  /// How long events were in the queue in ns, for exports.
  public var queueingHistogram: Histogram

  /// Sums up the histograms.
  public init(
    name: String,
    response: Histogram,
    service: Histogram,
    reply: Histogram,
    slip: Histogram,
    queueing: Histogram,
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
    self.slip = LatencySummary(slip)
    slipHistogram = slip
    self.queueing = LatencySummary(queueing)
    queueingHistogram = queueing
  }

  /// Sums up what a run counted.
  init(name: String, _ times: CommandHistograms, statuses: StatusCounts) {
    self.init(
      name: name,
      response: times.response,
      service: times.service,
      reply: times.reply,
      slip: times.slip,
      queueing: times.queueing,
      statuses: statuses
    )
  }
}
