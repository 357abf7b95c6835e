public import KymoBench
import KymoText

extension LoadSweep {
  /// The sweep for CI servers: whether the knee was found, and what became of its limits.
  ///
  /// - Parameters:
  ///   - format: `junit`, `github-summary` or `github-annotations`.
  ///   - baseline: a former sweep, which the knee is compared with; nil if there is none.
  ///   - context: what was measured, with the limits.
  /// - Returns: the report.
  /// - Precondition: `format` is one of these.
  public func text(
    as format: ExportFormat,
    baseline: SweepBaseline? = nil,
    _ context: ExportContext
  ) -> String {
    let report = findings(context, baseline)
    return switch format {
    case .junit: report.junit
    case .githubSummary: report.summary
    case .githubAnnotations: report.annotations
    default: preconditionFailure("a sweep is not written as \(format.rawValue)")
    }
  }

  private func findings(
    _ context: ExportContext,
    _ baseline: SweepBaseline?
  ) -> FindingsReport {
    let words = SweepText { QuantityLabel.time($0) }.objectives(objectives)
    var (sentence, failure): (String, String?)
    switch knee {
    case .between(let kept, let failed):
      sentence =
        "\(QuantityLabel.rate(kept)) is the highest rate that was seen to keep \(words); "
        + QuantityLabel.rate(failed)
        + (isUnoffered(failed) ? " could not be offered undisturbed" : " is not kept")
      failure = nil
    case .atLeast(let kept):
      sentence = "the highest rate that could be tried, \(QuantityLabel.rate(kept)), keeps \(words)"
      failure = nil
    case .never where !hasValidRun:
      sentence = "the knee is not known: no run was valid"
      failure = sentence
    case .never(let lowest):
      sentence = "no rate from \(QuantityLabel.rate(lowest)) up keeps \(words)"
      failure = sentence
    case .unknown:
      sentence = "the knee was not found: the sweep was interrupted"
      failure = sentence
    }
    if let baseline {
      sentence += "; baseline: " + comparison(with: baseline) { QuantityLabel.rate($0) }
    }
    var markdown = [
      "| offered/s | achieved/s | p50 | p99 | p99.9 | objective |",
      "|---:|---:|---:|---:|---:|---|",
    ]
    for step in curve {
      let response = step.response(of: objectives[0].command)
      let times = [response?.p50, response?.p99, response?.p999].map { QuantityLabel.time($0) }
      markdown.append(
        MarkdownText.row(
          [QuantityLabel.number(step.offeredRate), QuantityLabel.number(step.achievedRate)] + times
            + [step.verdict]
        )
      )
    }
    return FindingsReport(
      mode: "bench --sweep",
      context: context,
      findings: [
        FindingsReport.Finding(
          group: "kymo.bench.sweep",
          name: "a rate keeps the objective",
          text: sentence,
          failure: failure
        )
      ],
      sentence: sentence,
      markdown: markdown
    )
  }
}
