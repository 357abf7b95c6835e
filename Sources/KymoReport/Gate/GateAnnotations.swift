import KymoBench

/// A gate's verdict as annotations: an error for what has regressed, warnings for what is not known.
enum GateAnnotations {
  static func text(_ summary: GateSummary) -> String {
    let verdict = summary.decision.verdict
    let title = "\(summary.tool) gate: \(verdict.rawValue)"
    var annotations = summary.figures.compactMap { figure -> GitHubAnnotation? in
      guard figure.verdict == .regressed else { return nil }
      return GitHubAnnotation(
        .error,
        "\(summary.tool) gate: \(figure.name) REGRESSED",
        figure.text + (figure.remark.isEmpty ? "" : "; \(figure.remark)")
      )
    }
    switch verdict {
    case .regressed:
      // What makes all of it a regression is an error, whatever else there is.
      if annotations.isEmpty {
        annotations.append(GitHubAnnotation(.error, title, reasons(summary)))
      }
    case .invalid, .inconclusive:
      annotations.append(GitHubAnnotation(.warning, title, reasons(summary)))
    case .pass, .improved:
      let better = summary.figures.filter { $0.verdict == .improved }.map(\.text)
      let lines = [summary.sentence] + better
      annotations.append(GitHubAnnotation(.notice, title, lines.joined(separator: "\n")))
    }
    return GitHubAnnotation.text(of: annotations)
  }

  private static func reasons(_ summary: GateSummary) -> String {
    let reasons = summary.decision.reasons
    return reasons.isEmpty
      ? "nothing was measured of \(summary.recording)" : reasons.joined(separator: "\n")
  }
}
