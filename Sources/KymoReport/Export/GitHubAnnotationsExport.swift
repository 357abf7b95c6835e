import KymoBench
import KymoText

/// Annotations of a GitHub job: why a run is invalid, and which commands missed their deadline.
///
/// A valid run has a notice with its figures.
enum GitHubAnnotationsExport: ResultExport {
  static func text(_ result: LoadResult, _ context: ExportContext) -> String {
    var annotations = result.reasons.map {
      GitHubAnnotation(.error, "\(context.tool) bench: INVALID", "\($0)")
    }
    annotations += context.limits?.annotations(tool: context.tool) ?? []
    for row in ExportRow.all(result) {
      guard let missed = row.report.missedDeadlines, missed > 0,
        let deadline = result.measured.deadlineNanoseconds
      else { continue }
      let share = 100 * Double(missed) / Double(max(1, row.report.count))
      annotations.append(
        GitHubAnnotation(
          .warning,
          "\(context.tool) bench: \(row.name) missed its deadline",
          "\(missed) of \(row.report.count) events of \(row.name) took longer than "
            + "\(QuantityLabel.time(deadline)), \(NumberText.significant(share)) %"
        )
      )
    }
    if result.valid {
      let title = "\(context.tool) bench: valid"
      annotations.append(GitHubAnnotation(.notice, title, figures(result, context)))
    }
    return GitHubAnnotation.text(of: annotations)
  }

  private static func figures(_ result: LoadResult, _ context: ExportContext) -> String {
    let kind: LatencyKind = result.overall.response.count > 0 ? .response : .service
    let summary = kind.summary(result.overall)
    let times = [("p50", summary.p50), ("p99", summary.p99), ("p99.9", summary.p999)]
      .compactMap { name, value in value.map { "\(name) \(QuantityLabel.time($0))" } }
    let maximum = "max \(QuantityLabel.time(summary.max))"
    return "\(kind.rawValue) time of all commands of \(context.recording): "
      + (times + [maximum]).joined(separator: ", ")
      + "; achieved \(QuantityLabel.rate(result.measured.rate))"
  }
}
