import KymoBench
import KymoText

/// A gate's verdict in Markdown, for the summary of a GitHub job.
///
/// GitHub drops a summary of more than 1 MiB as a whole, so there is an end to the lists.
enum GateMarkdown {
  /// How many figures get a row.
  static let maximumRows = 500
  /// How many reasons and notes are listed.
  static let maximumLines = 50

  static func text(_ summary: GateSummary) -> String {
    let decision = summary.decision
    let cell = MarkdownText.cell
    var lines = ["### \(cell(summary.tool)) gate: \(decision.verdict.rawValue)", ""]
    let sentence = decision.sentence
    lines += ["> [!\(alert(decision.verdict))]"]
    lines.append(
      "> \(MarkdownText.sentence(sentence.prefix(1).uppercased() + sentence.dropFirst()))."
    )
    lines += list(decision.reasons).map { "> - \($0)" }
    lines += ["", "BASE is \(cell(summary.base)), HEAD is \(cell(summary.head))."]
    let figures = summary.figures
    if !figures.isEmpty {
      lines += [
        "",
        "| measured by | figure | BASE | HEAD | change | bounds | verdict |",
        "|---|---|---:|---:|---:|---:|---|",
      ]
    }
    for figure in figures.prefix(maximumRows) {
      lines.append(
        MarkdownText.row(
          [
            figure.group, figure.name, figure.base, figure.head, figure.change, figure.bounds,
          ].map(cell) + [MarkdownText.sentence(figure.verdictText)]
        )
      )
    }
    if figures.count > maximumRows {
      lines += ["", "... and \(figures.count - maximumRows) more figures."]
    }
    if !summary.notes.isEmpty { lines += [""] + list(summary.notes).map { "- \($0)" } }
    lines += [
      "",
      "\(cell(summary.recording)), \(NumberText.fixed(summary.seconds, decimals: 1)) s, "
        + "\(cell(summary.program)).",
      "",
    ]
    return lines.joined(separator: "\n")
  }

  /// The sort of box.
  private static func alert(_ verdict: GateVerdict) -> String {
    switch verdict {
    case .pass, .improved: "NOTE"
    case .regressed: "CAUTION"
    case .inconclusive, .invalid: "WARNING"
    }
  }

  private static func list(_ texts: [String]) -> [String] {
    let lines = texts.prefix(maximumLines).map(MarkdownText.sentence)
    let more = texts.count - lines.count
    return lines + (more > 0 ? ["... and \(more) more"] : [])
  }
}
