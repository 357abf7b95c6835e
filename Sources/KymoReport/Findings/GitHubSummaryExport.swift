/// Markdown for the summary of a GitHub job, which is appended to `$GITHUB_STEP_SUMMARY`.
///
/// GitHub drops a summary of more than 1 MiB as a whole, so there is an end to the lists.
public enum GitHubSummaryExport: FindingsExport {
  /// How many commands, figures or limits get a row.
  static let maximumRows = 500
  /// How many reasons and notes are listed.
  static let maximumLines = 50

  /// Its name on the command line.
  public static let name = "github-summary"
  /// How its files end.
  public static let ending: String? = "github-summary.md"
  /// A file grows with every run.
  public static let grows = true

  /// Writes a result of a kind that it takes.
  public static func text(of report: Report) -> String {
    let findings = report.findings
    var lines = ["### \(MarkdownText.cell(findings.command)): \(findings.word)", ""]
    if let alert = findings.alert {
      lines += ["> [!\(alert.kind)]"] + alert.lines.map { "> \($0)" } + [""]
    }
    return (lines + findings.summary + [""]).joined(separator: "\n")
  }

  /// The text to add to a file that has this first line; nil if there is none.
  public static func continuation(_ text: String, after firstLine: String, of kind: Report.Kind)
    -> String?
  {
    // A summary goes on with a paragraph of its own.
    "\n" + text
  }

  /// Whether a file with this first line can go on.
  public static func canContinue(after firstLine: String, of kind: Report.Kind) -> Bool { true }

  /// The first of some sentences as items of a list, and how many more there are.
  static func items(_ texts: [String]) -> [String] {
    let more = texts.count - maximumLines
    return texts.prefix(maximumLines).map { "- \(MarkdownText.sentence($0))" }
      + (more > 0 ? ["- ... and \(more) more"] : [])
  }
}
