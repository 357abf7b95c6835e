extension LoadResult {
  /// Takes away what only a schedule gives a meaning: response times, replies and the offered rate.
  @usableFromInline mutating func dropSchedule(elapsedNanoseconds: Int64) {
    commands = commands.map(Self.withoutSchedule)
    overall = Self.withoutSchedule(overall)
    timeline.intervals = []
    tail = nil
    offeredRate =
      elapsedNanoseconds > 0 ? Double(offeredCount) * 1e9 / Double(elapsedNanoseconds) : 0
    achievedRate = offeredRate
    reasons.removeAll { reason in
      if case .rateNotAchieved = reason { true } else { false }
    }
  }

  /// Counts the first `limit` events as the whole plan.
  @usableFromInline mutating func endPlan(at limit: Int) {
    guard limit < plannedCount else { return }
    plannedCount = limit
    guard offeredCount == limit else { return }
    interrupted = false
    reasons.removeAll { reason in
      if case .interrupted = reason { true } else { false }
    }
  }

  private static func withoutSchedule(_ command: CommandReport) -> CommandReport {
    CommandReport(
      name: command.name,
      response: LoadRun.makeHistogram(),
      service: command.serviceHistogram,
      reply: LoadRun.makeHistogram(),
      slip: LoadRun.makeHistogram(),
      queueing: LoadRun.makeHistogram(),
      statuses: command.statuses
    )
  }
}
