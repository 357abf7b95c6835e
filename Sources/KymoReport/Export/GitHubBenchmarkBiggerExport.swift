public import KymoBench
import KymoText

/// The rates for github-action-benchmark, tool `customBiggerIsBetter`.
public enum GitHubBenchmarkBiggerExport: RunExport {
  /// Its name on the command line.
  public static let name = "github-benchmark-bigger"
  /// How its files end.
  public static let ending: String? = "github-benchmark-bigger.json"

  /// Writes a run.
  public static func text(_ result: LoadResult, _ context: ExportContext) -> String {
    let entry = GitHubBenchmarkExport.entry(
      "achieved rate",
      JSONText(result.measured.rate),
      unit: "events/s",
      range: result.achievedRange.map {
        "\(NumberText.shortest($0.lowerBound)) to \(NumberText.shortest($0.upperBound))"
      },
      extra:
        "offered \(NumberText.shortest(result.offered.rate)) events/s, \(result.offered.arrivals)",
      result
    )
    return JSONText([entry]).text
  }
}
