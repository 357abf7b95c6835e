import KymoBench
import KymoText

extension StagedLoad.Stage {
  /// The planned load: `10.0 s at 50,000 events/s`.
  var plannedText: String {
    "\(QuantityLabel.time(durationNanoseconds)) at \(rateText)"
  }

  private var rateText: String {
    switch rate {
    case .steady(let rate): QuantityLabel.rate(rate)
    case .ramp(let first, let last):
      "\(first > 0 ? QuantityLabel.rate(first) : "0 events/s") to "
        + (last > 0 ? QuantityLabel.rate(last) : "0 events/s")
    }
  }
}

extension StagedLoad {
  /// The stages for CI servers, with what became of the limits.
  func findings(_ context: ExportContext) -> FindingsReport {
    var findings = stages.enumerated().map { index, stage in
      let response = stage.result.overall.response
      let text =
        "\(stage.plannedText): response p50 \(QuantityLabel.time(response.p50)), p99 \(QuantityLabel.time(response.p99))"
      let reasons = stage.result.reasons.map { "stage \(index + 1): \($0)" }
      return Finding(
        group: "kymo.bench.stage",
        name: "stage \(index + 1)",
        outcome: .invalid(reasons.isEmpty ? nil : reasons.joined(separator: "; ")),
        output: text
      )
    }
    if stages.count < wanted {
      findings.append(
        Finding(
          group: "kymo.bench.stage",
          name: "all stages",
          outcome: .invalid(stopped),
          output: stopped
        )
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
