import KymoBench
import KymoText

extension SweepSummary {
  /// The sweep for CI servers: whether the knee was found, and what became of its limits.
  var findings: FindingsReport {
    let words = SweepText { QuantityLabel.time($0) }.objectives(sweep.objectives)
    var (sentence, failure): (String, String?)
    switch sweep.knee {
    case .between(let kept, let failed):
      sentence =
        "\(QuantityLabel.rate(kept)) is the highest rate that was seen to keep \(words); "
        + QuantityLabel.rate(failed)
        + (sweep.isUnoffered(failed) ? " could not be offered undisturbed" : " is not kept")
      failure = nil
    case .atLeast(let kept):
      sentence = "the highest rate that could be tried, \(QuantityLabel.rate(kept)), keeps \(words)"
      failure = nil
    case .never where !sweep.hasValidRun:
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
      sentence += "; baseline: " + sweep.comparison(with: baseline) { QuantityLabel.rate($0) }
    }
    var markdown = [
      "| offered/s | achieved/s | p50 | p99 | p99.9 | objective |",
      "|---:|---:|---:|---:|---:|---|",
    ]
    for step in sweep.curve {
      let response = step.response(of: sweep.objectives[0].command)
      let times = [response?.p50, response?.p99, response?.p999].map { QuantityLabel.time($0) }
      markdown.append(
        MarkdownText.row(
          [QuantityLabel.number(step.offeredRate), QuantityLabel.number(step.achievedRate)] + times
            + [step.verdict]
        )
      )
    }
    return FindingsReport(
      mode: context.command,
      context: context,
      findings: [
        Finding(
          group: "kymo.bench.sweep",
          name: "a rate keeps the objective",
          outcome: .invalid(failure),
          output: sentence
        )
      ],
      sentence: sentence,
      markdown: markdown
    )
  }
}
