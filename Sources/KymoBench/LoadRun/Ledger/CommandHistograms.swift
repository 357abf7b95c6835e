public import KymoHistogram

/// The times of one command in ns, as they are counted during a run.
@usableFromInline struct CommandHistograms {
  /// From when each event was due to the end of its handlers.
  @usableFromInline let response = LoadRun.makeHistogram()
  /// From when the dispatcher took each event to the end of its handlers.
  @usableFromInline let service = LoadRun.makeHistogram()
  /// From when each request was due to its reply.
  @usableFromInline let reply = LoadRun.makeHistogram()
  /// From when each event was due until the generator began to push it.
  @usableFromInline let slip = LoadRun.makeHistogram()
  /// From then until the dispatcher took it.
  @usableFromInline let queueing = LoadRun.makeHistogram()

  init() {}

  /// Adds the times of a command to these.
  func add(_ report: CommandReport) {
    response.add(report.responseHistogram)
    service.add(report.serviceHistogram)
    reply.add(report.replyHistogram)
    slip.add(report.slipHistogram)
    queueing.add(report.queueingHistogram)
  }
}
