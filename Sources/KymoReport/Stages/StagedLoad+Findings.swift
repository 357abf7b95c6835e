public import KymoBench
import KymoText

extension StagedLoad.Stage {
  /// What was to be offered: `10.0 s at 50,000 events/s`.
  var plannedText: String {
    "\(QuantityLabel.time(durationNanoseconds)) at \(QuantityLabel.rate(rate))"
  }
}

extension StagedLoad {
  /// The stages for people and for CI servers, with what became of the limits.
  ///
  /// - Parameters:
  ///   - format: `json`, `html`, `junit`, `github-summary` or `github-annotations`.
  ///   - context: what was measured, with the limits; equal ones give equal text.
  /// - Returns: the report.
  /// - Precondition: `format` is one of these.
  public func text(as format: ExportFormat, _ context: ExportContext) -> String {
    switch format {
    case .json: json(context)
    case .html: html(context)
    case .junit: findings(context).junit
    case .githubSummary: findings(context).summary
    case .githubAnnotations: findings(context).annotations
    default: preconditionFailure("stages are not written as \(format.rawValue)")
    }
  }

  private func findings(_ context: ExportContext) -> FindingsReport {
    var findings = stages.enumerated().map { index, stage in
      let response = stage.result.overall.response
      let text =
        "\(stage.plannedText): response p50 \(QuantityLabel.time(response.p50)), p99 \(QuantityLabel.time(response.p99))"
      let reasons = stage.result.reasons.map { "stage \(index + 1): \($0)" }
      return FindingsReport.Finding(
        group: "kymo.bench.stage",
        name: "stage \(index + 1)",
        text: text,
        failure: reasons.isEmpty ? nil : reasons.joined(separator: "; ")
      )
    }
    if stages.count < wanted {
      findings.append(
        .init(group: "kymo.bench.stage", name: "all stages", text: stopped, failure: stopped)
      )
    }
    var markdown = [
      "| stage | planned | achieved/s | p50 | p99 | p99.9 | verdict |",
      "|---:|---|---:|---:|---:|---:|---|",
    ]
    for (index, stage) in stages.enumerated() {
      let result = stage.result
      let response = result.overall.response
      let times = [response.p50, response.p99, response.p999].map { QuantityLabel.time($0) }
      markdown.append(
        MarkdownText.row(
          ["\(index + 1)", stage.plannedText, QuantityLabel.number(result.measured.rate)] + times
            + [result.validity.word]
        )
      )
    }
    return FindingsReport(
      mode: "bench --stage",
      context: context,
      findings: findings,
      sentence: "\(stages.count) of \(wanted) stages, one after the other with the same handlers",
      markdown: markdown
    )
  }
}
