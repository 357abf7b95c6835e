public import KymoBench

/// The formats that a result can be written in, under the names that the command line has for them.
public enum ExportFormat: String, CaseIterable, ReportFormat {
  /// Kymograph's own JSON, with the histograms.
  case json
  /// HdrHistogram's interval log, with a tag for every command.
  case hlog
  /// The percentile distribution of all commands together, for HdrHistogram's plotter.
  case hgrm
  /// Google Benchmark's JSON, for its `compare.py` and whatever else reads it.
  case googleBenchmark = "google-benchmark"
  /// The times for github-action-benchmark, tool `customSmallerIsBetter`.
  case githubBenchmark = "github-benchmark"
  /// The rates for github-action-benchmark, tool `customBiggerIsBetter`.
  case githubBenchmarkBigger = "github-benchmark-bigger"
  /// Bencher Metric Format, for Bencher's adapter `json`.
  case bencher
  /// JUnit's XML: a test for every condition of a valid run, and one for every command.
  case junit
  /// Markdown for the summary of a GitHub job.
  case githubSummary = "github-summary"
  /// Annotations of a GitHub job, for its log.
  case githubAnnotations = "github-annotations"
  /// A row of a history in CSV, for Apache Otava.
  case otavaCSV = "otava-csv"
  /// The JSON of the Java Microbenchmark Harness, for its viewers.
  case jmh
  /// The text format of OpenMetrics, for Prometheus and GitLab.
  case openMetrics = "openmetrics"
  /// A page to look at: curves, timeline, tables, and the comparison with a baseline.
  case html

  /// Writes a result; equal arguments give equal text.
  ///
  /// - Complexity: O(commands · buckets of a histogram).
  public func text(of result: LoadResult, _ context: ExportContext) -> String {
    export.text(result, context)
  }

  /// The file that is written if no other is named; `-` is standard output.
  public var defaultFile: String {
    switch self {
    case .json: "bench.json"
    case .hlog: "bench.hlog"
    case .hgrm: "bench.hgrm"
    case .googleBenchmark, .githubBenchmark, .githubBenchmarkBigger, .bencher, .jmh:
      "bench.\(rawValue).json"
    case .junit: "bench.junit.xml"
    case .githubSummary: "bench.github-summary.md"
    case .githubAnnotations: "-"
    case .otavaCSV: "bench.otava.csv"
    case .openMetrics: "bench.openmetrics.txt"
    case .html: "bench.html"
    }
  }

  /// Whether a file of this format grows with every run, instead of being replaced.
  public var appends: Bool { self == .githubSummary || self == .otavaCSV }

  /// What to add to a file of this format that is not empty, so that it then also says `text`.
  ///
  /// - Parameters:
  ///   - text: what ``text(of:_:)`` gave.
  ///   - firstLine: the file's first line, without its end.
  /// - Returns: nil if the file has other columns, or is something else.
  public func continuation(_ text: String, after firstLine: String) -> String? {
    switch self {
    case .githubSummary: "\n" + text
    case .otavaCSV: OtavaCSVExport.continuation(text, after: firstLine)
    default: nil
    }
  }

  /// Whether a file that is not empty can be continued, as far as one can tell before there is a
  /// result.
  public func canContinue(after firstLine: String) -> Bool {
    self == .githubSummary || self == .otavaCSV && OtavaCSVExport.isHeader(firstLine)
  }

  private var export: any ResultExport.Type {
    switch self {
    case .json: JSONExport.self
    case .hlog: HlogExport.self
    case .hgrm: HgrmExport.self
    case .googleBenchmark: GoogleBenchmarkExport.self
    case .githubBenchmark: GitHubBenchmarkExport.self
    case .githubBenchmarkBigger: GitHubBenchmarkBiggerExport.self
    case .bencher: BencherExport.self
    case .junit: JUnitExport.self
    case .githubSummary: GitHubSummaryExport.self
    case .githubAnnotations: GitHubAnnotationsExport.self
    case .otavaCSV: OtavaCSVExport.self
    case .jmh: JMHExport.self
    case .openMetrics: OpenMetricsExport.self
    case .html: HTMLExport.self
    }
  }
}
