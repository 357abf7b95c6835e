public import KymoHistogram

/// The measurements of one command in a load run.
public struct CommandReport {
  /// The name of the command.
  public let name: String
  /// How many of its events were measured; those of the warm-up are not.
  public let count: Int64
  /// From the intended start to the end of the handlers: what a user feels.
  public let response: LatencySummary
  /// From when the dispatcher took the event up to the end of the handlers: what the handlers cost.
  ///
  /// It contains fetching the event from the generator's core if nothing was waiting before it.
  public let service: LatencySummary
  /// From the intended start of a request to the reply that names it as its cause, which a later event may
  /// bring; empty for commands that do not reply to the page.
  public let reply: LatencySummary
  /// From the intended start until the generator began to push the event; empty without a schedule.
  ///
  /// With ``queueing`` and ``service`` it adds up to ``response``, event by event.
  public let slip: LatencySummary
  /// From then until the dispatcher took the event: pushing it, waiting for room, waiting for its turn.
  public let queueing: LatencySummary
  /// How the events ended.
  public let statuses: StatusCounts
  /// How many of the events took longer than the run's deadline; nil if there was none.
  public let missedDeadlines: Int64?
  /// The age and the jitter of the samples, if the command is what a sensor sends.
  public let stream: StreamReport?
  /// The response times in ns, for exports.
  public let responseHistogram: Histogram
  /// The service times in ns, for exports.
  public let serviceHistogram: Histogram

  /// The times to the reply in ns, for exports.
  public let replyHistogram: Histogram
  /// How late events were pushed in ns, for exports.
  public let slipHistogram: Histogram
  /// How long events were in the queue in ns, for exports.
  public let queueingHistogram: Histogram

  /// Sums up the histograms, all of them of ns.
  ///
  /// - Parameters:
  ///   - name: the name of the command.
  ///   - response: the times from when each event was due to the end of its handlers.
  ///   - service: the times of the handlers.
  ///   - reply: the times from when each request was due to its reply.
  ///   - slip: how late the events were pushed.
  ///   - queueing: how long they were in the queue.
  ///   - statuses: how they ended.
  ///   - jitter: by how much gaps between samples deviated; nil if no sensor sends the command.
  ///   - missedDeadlines: how many events took longer than the deadline; nil if there was none.
  public init(
    name: String,
    response: Histogram,
    service: Histogram,
    reply: Histogram,
    slip: Histogram,
    queueing: Histogram,
    statuses: StatusCounts,
    jitter: Histogram? = nil,
    missedDeadlines: Int64? = nil
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
    self.missedDeadlines = missedDeadlines
    stream = jitter.map { StreamReport(age: LatencySummary(response), jitter: $0) }
  }

  /// Sums up what a run counted.
  init(
    name: String,
    _ times: CommandHistograms,
    statuses: StatusCounts,
    jitter: Histogram? = nil,
    missedDeadlines: Int64? = nil
  ) {
    self.init(
      name: name,
      response: times.response,
      service: times.service,
      reply: times.reply,
      slip: times.slip,
      queueing: times.queueing,
      statuses: statuses,
      jitter: jitter,
      missedDeadlines: missedDeadlines
    )
  }
}
