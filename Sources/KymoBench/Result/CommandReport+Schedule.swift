extension CommandReport {
  /// The same without what only a schedule gives a meaning: handlers' own times and outcomes remain.
  var withoutSchedule: CommandReport {
    CommandReport(
      name: name,
      response: LoadRun.makeHistogram(),
      service: serviceHistogram,
      reply: LoadRun.makeHistogram(),
      slip: LoadRun.makeHistogram(),
      queueing: LoadRun.makeHistogram(),
      statuses: statuses
    )
  }
}
