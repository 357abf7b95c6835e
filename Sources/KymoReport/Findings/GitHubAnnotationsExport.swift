/// Annotations of a GitHub job, for its log.
public enum GitHubAnnotationsExport: ResultExport {
  /// Its name on the command line.
  public static let name = "github-annotations"
  /// How its files end.
  public static let ending: String? = nil

  /// Which kinds of results it takes.
  public static func takes(_ kind: Report.Kind) -> Bool { true }

  /// Writes a result of a kind that it takes.
  public static func text(of report: Report) -> String {
    GitHubAnnotation.text(of: report.findings.annotations)
  }
}
