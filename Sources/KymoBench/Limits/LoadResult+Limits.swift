extension LoadResult {
  /// The value that the run has of the figure of a limit.
  ///
  /// - Parameters:
  ///   - limit: the limit.
  ///   - rate: the mean rate that was planned, in events/s; nil without a schedule.
  /// - Returns: what was measured, or why nothing was.
  public func reading(for limit: FigureLimit, plannedRate rate: Double?) -> LimitReading {
    switch limit.condition {
    case .rate(let wanted)? where rate != wanted:
      let offered = rate.map { "\(InvalidReason.rate($0)) events/s" } ?? "no schedule"
      return .none("it holds at \(InvalidReason.rate(wanted)) events/s; this run has \(offered)")
    case .unpaced? where rate != nil:
      return .none("it holds for events back to back, with --pace none")
    case .objectives?: return .none("a knee is found by 'sweep'")
    default: break
    }
    if limit.figure == .drops {
      return .value(Double(offered.drops.reduce(0) { $0 + $1.count }))
    }
    let reports = limit.command.map { name in commands.filter { $0.name == name } } ?? [overall]
    guard let report = reports.first, report.count > 0 else {
      return .none("no event of \(limit.subject) was measured")
    }
    switch limit.figure {
    case .time(let kind, let percentile): return reading(kind, percentile, of: report)
    case .deadlineMisses:
      guard let missed = report.missedDeadlines else { return .none("the run had no deadline") }
      return .value(Double(missed) / Double(report.count))
    case .counted: return .none("it is counted by 'count'")
    case .knee: return .none("a knee is found by 'sweep'")
    case .drops: return .none("it is one of the whole run")
    }
  }

  private func reading(
    _ kind: TimedQuantity,
    _ percentile: ObjectivePercentile,
    of report: CommandReport
  ) -> LimitReading {
    let isRun = report.name == overall.name && kind == .slip
    let summary = isRun && report.slip.count == 0 ? offered.slip : kind.summary(of: report)
    if let value = percentile.value(in: summary) { return .value(Double(value)) }
    guard summary.count > 0 else {
      return .none("\(report.name) has no \(kind.rawValue) times in this run")
    }
    return .none(
      "\(summary.count) times are too few for \(percentile.rawValue), which takes "
        + "\(percentile.minimumCount)"
    )
  }
}
