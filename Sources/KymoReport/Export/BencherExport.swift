public import KymoBench
import KymoText

/// Bencher Metric Format: percentiles with their ranges for every command, and the rate of the run.
///
/// The measures are `response-p50` and so on in ns, and `throughput` in events/s. The names of an
/// invalid run end with what makes Bencher raise no alert for them.
public enum BencherExport: FiguresExport {
  /// Its name on the command line.
  public static let name = "bencher"
  /// How its files end.
  public static let ending: String? = "bencher.json"

  /// Writes counts.
  public static func text(_ counts: CountsSummary) -> String { CountsExports.bencher(counts) }

  /// Writes the times of functions.
  public static func text(_ functions: BenchmarkSummary) -> String {
    BenchmarkExports.bencher(functions)
  }

  /// The end of a name that mutes a benchmark.
  static let muted = "-bencher-ignore"
  /// The longest name, in characters.
  static let longestName = 1024

  /// Writes a load.
  public static func text(_ result: LoadResult, _ context: ExportContext) -> String {
    var benchmarks: [JSONMember] = []
    var used: Set<String> = []
    for row in ExportRow.all(result) {
      let metrics = row.percentiles.flatMap { kind, percentiles in
        percentiles.map { metric(kind, $0) }
      }
      let name = name(row.name, result)
      // Names of this length that differ only at their end cannot be told apart there.
      guard !metrics.isEmpty, used.insert(name).inserted else { continue }
      benchmarks.append(JSONMember(name, .object(metrics)))
    }
    var rate = [JSONMember("value", JSONText(result.measured.rate))]
    if let range = result.achievedRange {
      rate.append(JSONMember("lower_value", JSONText(range.lowerBound)))
      rate.append(JSONMember("upper_value", JSONText(range.upperBound)))
    }
    benchmarks.append(
      JSONMember(name(ExportRow.runName, result), ["throughput": .object(rate)])
    )
    return JSONText.object(benchmarks).text
  }

  private static func name(_ name: String, _ result: LoadResult) -> String {
    result.valid
      ? String(name.prefix(longestName)) : name.prefix(longestName - muted.count) + muted
  }

  private static func metric(_ kind: String, _ percentile: NamedPercentile) -> JSONMember {
    JSONMember(
      "\(kind)-\(percentile.name)",
      [
        "value": JSONText(percentile.value),
        "lower_value": JSONText(percentile.range.lowerBound),
        "upper_value": JSONText(percentile.range.upperBound),
      ]
    )
  }
}
