import KymoBench
import KymoReport

/// The formats by name, for runs.
extension ExportFormat {
  static let json = run(JSONExport.self)
  static let hlog = run(HlogExport.self)
  static let hgrm = run(HgrmExport.self)
  static let googleBenchmark = run(GoogleBenchmarkExport.self)
  static let githubBenchmark = run(GitHubBenchmarkExport.self)
  static let githubBenchmarkBigger = run(GitHubBenchmarkBiggerExport.self)
  static let bencher = run(BencherExport.self)
  static let junit = run(JUnitExport.self)
  static let githubSummary = run(GitHubSummaryExport.self)
  static let githubAnnotations = run(GitHubAnnotationsExport.self)
  static let otavaCSV = run(OtavaCSVExport.self)
  static let jmh = run(JMHExport.self)
  static let openMetrics = run(OpenMetricsExport.self)
  static let html = run(HTMLExport.self)

  private static func run(_ export: any ResultExport.Type) -> ExportFormat {
    guard let format = ExportFormat(export, for: .run) else {
      preconditionFailure("\(export.name) takes no runs")
    }
    return format
  }

  /// Writes a run.
  func text(of result: LoadResult, _ context: ExportContext) -> String {
    text(of: .run(result, context))
  }
}
