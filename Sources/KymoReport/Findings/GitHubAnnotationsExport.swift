/// Annotations of a GitHub job, for its log.
public enum GitHubAnnotationsExport: FindingsExport {
  /// Its name on the command line.
  public static let name = "github-annotations"
  /// How its files end.
  public static let ending: String? = nil

  /// Writes a result of a kind that it takes.
  public static func text(of report: Report) -> String {
    GitHubAnnotation.text(of: report.findings.annotations)
  }
}
