import KymoBench
import KymoText

/// A gate's verdict as findings: a test for the verdict, one for each way of measuring, and one for every figure.
///
/// A test fails if its figure has regressed; one that does not decide is skipped. The time of a figure's test is the
/// median of HEAD in s.
struct GateFindings: Findings {
  let gate: GateSummary

  var command: String { "\(gate.tool) gate" }
  var word: String { gate.decision.verdict.rawValue }
  var properties: [(name: String, value: String)] {
    [
      ("program", gate.program), ("base", gate.base), ("head", gate.head),
      ("recording", gate.recording), ("verdict", word),
    ]
  }
  var seconds: Double? { gate.seconds }
  var startNanoseconds: Int64? { gate.startNanoseconds }
  var tests: [Finding] { [verdictTest] + gate.phases.map(test) + gate.figures.map(Self.test) }

  // MARK: Tests

  /// The verdict over everything: it passes if the step does.
  private var verdictTest: Finding {
    let lines =
      ["\(gate.decision.verdict.rawValue): \(gate.decision.sentence)"] + gate.decision.reasons
    let text = lines.joined(separator: "\n")
    let isPassed = gate.decision.verdict == .pass || gate.decision.verdict == .improved
    return Finding(
      group: "kymo.gate.verdict",
      name: "HEAD against BASE",
      seconds: 0,
      outcome: isPassed ? .passed : .failed(kind: gate.decision.verdict.rawValue, text: text),
      output: text
    )
  }

  /// Whether a way of measuring can be trusted now.
  private func test(_ phase: PhaseJudgement) -> Finding {
    let text = ([phase.verdict.rawValue] + phase.reasons).joined(separator: "\n")
    // What the verdict does without fails no job.
    let isNeeded = phase.notKnown.map { !gate.decision.notKnown.contains($0) } ?? true
    let outcome: Finding.Outcome =
      switch phase.verdict {
      case .invalid where isNeeded: .failed(kind: phase.verdict.rawValue, text: text)
      case .invalid, .inconclusive: .skipped()
      default: .passed
      }
    return Finding(
      group: "kymo.gate.\(phase.phase.name)",
      name: "(measurement)",
      seconds: 0,
      outcome: outcome,
      output: text
    )
  }

  private static func test(_ figure: GateFigure) -> Finding {
    let text = "\(figure.verdictText)\n\(figure.text)"
    let outcome: Finding.Outcome =
      switch figure.verdict {
      case .regressed?, .invalid?: .failed(kind: figure.verdict?.rawValue ?? "", text: text)
      case nil, .inconclusive?: .skipped()
      case .pass?, .improved?: .passed
      }
    return Finding(
      group: "kymo.gate.\(figure.group)",
      name: figure.name,
      seconds: figure.seconds,
      outcome: outcome,
      output: text
    )
  }

  // MARK: Markdown

  var alert: FindingsAlert? {
    let kind =
      switch gate.decision.verdict {
      case .pass, .improved: "NOTE"
      case .regressed: "CAUTION"
      case .inconclusive, .invalid: "WARNING"
      }
    let sentence =
      gate.decision.sentence.prefix(1).uppercased() + gate.decision.sentence.dropFirst()
    return FindingsAlert(
      kind,
      ["\(MarkdownText.sentence(sentence))."] + GitHubSummaryExport.items(gate.decision.reasons)
    )
  }

  var summary: [String] {
    let cell = MarkdownText.cell
    let figures = gate.figures
    var lines = ["BASE is \(cell(gate.base)), HEAD is \(cell(gate.head))."]
    if !figures.isEmpty {
      lines += MarkdownText.table(
        [
          "",
          "| measured by | figure | BASE | HEAD | change | bounds | verdict |",
          "|---|---|---:|---:|---:|---:|---|",
        ],
        figures,
        more: "figures"
      ) { figure in
        [
          figure.group, figure.name, figure.base, figure.head, figure.change, figure.bounds,
        ].map(cell) + [MarkdownText.sentence(figure.verdictText)]
      }
    }
    if !gate.notes.isEmpty { lines += [""] + GitHubSummaryExport.items(gate.notes) }
    return lines + [
      "",
      "\(cell(gate.recording)), \(NumberText.fixed(gate.seconds, decimals: 1)) s, \(cell(gate.program)).",
    ]
  }

  // MARK: Annotations

  /// An error for what has regressed, warnings for what is not known.
  var annotations: [GitHubAnnotation] {
    let verdict = gate.decision.verdict
    let title = "\(gate.tool) gate: \(verdict.rawValue)"
    var annotations = gate.figures.compactMap { figure -> GitHubAnnotation? in
      guard figure.verdict == .regressed else { return nil }
      return GitHubAnnotation(
        .error,
        "\(gate.tool) gate: \(figure.name) REGRESSED",
        figure.text + (figure.remark.isEmpty ? "" : "; \(figure.remark)\(figure.changed)")
      )
    }
    switch verdict {
    case .regressed:
      // What makes all of it a regression is an error, whatever else there is.
      if annotations.isEmpty { annotations.append(GitHubAnnotation(.error, title, reasons)) }
    case .invalid, .inconclusive:
      annotations.append(GitHubAnnotation(.warning, title, reasons))
    case .pass, .improved:
      let better = gate.figures.filter { $0.verdict == .improved }.map(\.text)
      let lines = [gate.sentence] + better
      annotations.append(GitHubAnnotation(.notice, title, lines.joined(separator: "\n")))
    }
    return annotations
  }

  private var reasons: String {
    gate.decision.reasons.isEmpty
      ? "nothing was measured of \(gate.recording)" : gate.decision.reasons.joined(separator: "\n")
  }
}
