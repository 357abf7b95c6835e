import KymoBench

/// The formats that counts can be written in, under the names that the command line has for them.
public enum CountsExportFormat: String, CaseIterable, ReportFormat {
  /// Kymograph's own JSON.
  case json
  /// JUnit's XML: a test for every command, and one for every limit.
  case junit
  /// Markdown for the summary of a GitHub job.
  case githubSummary = "github-summary"
  /// Annotations of a GitHub job, for its log.
  case githubAnnotations = "github-annotations"
  /// A row of a history in CSV, for Apache Otava.
  case otavaCSV = "otava-csv"
  /// Bencher Metric Format, for Bencher's adapter `json`.
  case bencher
  /// The counts for github-action-benchmark, tool `customSmallerIsBetter`.
  case githubBenchmark = "github-benchmark"

  /// Writes what was counted; equal arguments give equal text.
  ///
  /// - Parameters:
  ///   - summary: what was counted.
  ///   - json: the same as Kymograph's own JSON.
  /// - Returns: the report.
  public func text(of summary: CountsSummary, json: String) -> String {
    switch self {
    case .json: json
    case .junit: CountsExports.findings(summary).junit
    case .githubSummary: CountsExports.findings(summary).summary
    case .githubAnnotations: CountsExports.findings(summary).annotations
    case .otavaCSV: CountsExports.otava(summary)
    case .bencher: CountsExports.bencher(summary)
    case .githubBenchmark: CountsExports.githubBenchmark(summary)
    }
  }

  /// The file that is written if no other is named; `-` is standard output.
  public var defaultFile: String {
    switch self {
    case .json: "counts.json"
    case .junit: "counts.junit.xml"
    case .githubSummary: "counts.github-summary.md"
    case .githubAnnotations: "-"
    case .otavaCSV: "counts.otava.csv"
    case .bencher, .githubBenchmark: "counts.\(rawValue).json"
    }
  }

  /// Whether a file of this format grows with every run, instead of being replaced.
  public var appends: Bool { self == .githubSummary || self == .otavaCSV }

  /// What to add to a file of this format that is not empty, so that it then also says `text`.
  ///
  /// - Parameters:
  ///   - text: what ``text(of:json:)`` gave.
  ///   - firstLine: the file's first line, without its end.
  /// - Returns: nil if the file has other columns, or is something else.
  public func continuation(_ text: String, after firstLine: String) -> String? {
    switch self {
    case .githubSummary: "\n" + text
    case .otavaCSV: OtavaRows.continuation(text, after: firstLine)
    default: nil
    }
  }

  /// Whether a file that is not empty can be continued, as far as one can tell before there is a
  /// result.
  public func canContinue(after firstLine: String) -> Bool {
    self == .githubSummary
      || self == .otavaCSV && OtavaRows.isHeader(firstLine, CountsExports.otavaColumns)
  }
}
