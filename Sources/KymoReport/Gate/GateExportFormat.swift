import KymoBench

/// The formats that a gate's verdict can be written in, under the names that the command line has for them.
public enum GateExportFormat: String, CaseIterable, ReportFormat {
  /// Annotations of a GitHub job, for its log.
  case githubAnnotations = "github-annotations"
  /// Markdown for the summary of a GitHub job.
  case githubSummary = "github-summary"
  /// A page to look at, in one file.
  case html
  /// JUnit's XML: a test for every figure.
  case junit

  /// Writes what was found; equal arguments give equal text.
  public func text(of summary: GateSummary) -> String {
    switch self {
    case .githubAnnotations: GateAnnotations.text(summary)
    case .githubSummary: GateMarkdown.text(summary)
    case .html: GateReportPage(summary: summary).html
    case .junit: GateJUnit.text(summary)
    }
  }

  /// The file that is written if no other is named; `-` is standard output.
  public var defaultFile: String {
    switch self {
    case .githubAnnotations: "-"
    case .githubSummary: "gate.github-summary.md"
    case .html: "gate.html"
    case .junit: "gate.junit.xml"
    }
  }
}
