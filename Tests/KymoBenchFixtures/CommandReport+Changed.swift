package import KymoBench
package import KymoHistogram

extension CommandReport {
  /// The same under another name, with other times to the reply, or other counts.
  package func with(
    name: String? = nil,
    reply: Histogram? = nil,
    statuses: StatusCounts? = nil
  ) -> CommandReport {
    CommandReport(
      name: name ?? self.name,
      response: responseHistogram,
      service: serviceHistogram,
      reply: reply ?? replyHistogram,
      slip: slipHistogram,
      queueing: queueingHistogram,
      statuses: statuses ?? self.statuses,
      jitter: stream?.jitterHistogram,
      missedDeadlines: missedDeadlines
    )
  }
}
