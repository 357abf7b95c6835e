public import KymoBench
import KymoText

/// The times for github-action-benchmark, tool `customSmallerIsBetter`.
public enum GitHubBenchmarkExport: FiguresExport {
  /// Its name on the command line.
  public static let name = "github-benchmark"
  /// How its files end.
  public static let ending: String? = "github-benchmark.json"

  /// Writes counts.
  public static func text(_ counts: CountsSummary) -> String {
    CountsExports.githubBenchmark(counts)
  }

  /// Writes the times of functions.
  public static func text(_ functions: BenchmarkSummary) -> String {
    BenchmarkExports.githubBenchmark(functions)
  }

  /// Writes a load.
  public static func text(_ result: LoadResult, _ context: ExportContext) -> String {
    var entries: [JSONText] = []
    for row in ExportRow.all(result) {
      let extra = "\(row.report.count) events, \(result.offered.arrivals)"
      for (kind, percentiles) in row.percentiles {
        entries += percentiles.map { percentile in
          entry(
            "\(row.name) \(kind) \(percentile.name)",
            JSONText(percentile.value),
            unit: "ns",
            range: "\(percentile.range.lowerBound) to \(percentile.range.upperBound)",
            extra: extra,
            result
          )
        }
      }
    }
    return JSONText(entries).text
  }

  /// One measurement, as the action validates it.
  static func entry(
    _ name: String,
    _ value: JSONText,
    unit: String,
    range: String?,
    extra: String,
    _ result: LoadResult
  ) -> JSONText {
    var members = [
      JSONMember("name", JSONText(name)), JSONMember("value", value),
      JSONMember("unit", JSONText(unit)),
    ]
    if let range { members.append(JSONMember("range", JSONText(range))) }
    let text = [result.invalidText, extra].compactMap(\.self).joined(separator: "\n")
    members.append(JSONMember("extra", JSONText(text)))
    return .object(members)
  }
}
