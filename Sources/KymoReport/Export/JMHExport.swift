public import KymoBench
import KymoHistogram
import KymoText

/// The JSON of the Java Microbenchmark Harness, in mode `sample`: a benchmark for every command.
///
/// The score is the mean response time in ns; the service time and the time to the reply are
/// secondary metrics, and the histograms the raw data. Undefined numbers are the text `NaN`, as JMH writes them. An invalid
/// run has a parameter that says so, which makes it another benchmark for every viewer.
///
/// Repetitions are forks: each has its histogram and its mean in the raw data, and the confidence
/// interval is what their means span, which assumes nothing of how they are distributed.
public enum JMHExport: RunExport {
  /// Its name on the command line.
  public static let name = "jmh"
  /// How its files end.
  public static let ending: String? = "jmh.json"

  /// Writes a run.
  public static func text(_ result: LoadResult, _ context: ExportContext) -> String {
    JSONText(ExportRow.all(result).map { json($0, result, context) }).compactText
  }

  private static func json(
    _ row: ExportRow,
    _ result: LoadResult,
    _ context: ExportContext
  ) -> JSONText {
    var parameters = [JSONMember("arrivals", JSONText("\(result.offered.arrivals)"))]
    if !result.valid { parameters.append(JSONMember("invalid", "true")) }
    let report = row.report
    var secondary = [
      JSONMember("service", metric(row, .service, report.servicePercentiles))
    ]
    if report.reply.count > 0 {
      secondary.append(JSONMember("reply", metric(row, .reply, report.replyPercentiles)))
    }
    // A repetition is measured as long as the others.
    let run = result.repetitions?.all.first?.result ?? result
    return [
      "jmhVersion": "1.37",
      "benchmark": JSONText("kymo.bench.\(row.name)"),
      "mode": "sample",
      "threads": 1,
      "forks": JSONText(max(1, row.repetitions.count)),
      "jvm": "",
      "jvmArgs": [],
      "jdkVersion": "",
      "vmName": JSONText(context.program),
      "vmVersion": "",
      "warmupIterations": 1,
      "warmupTime": JSONText(seconds(run.measured.nanoseconds.lowerBound)),
      "warmupBatchSize": 1,
      "measurementIterations": 1,
      "measurementTime": JSONText(
        seconds(run.measured.nanoseconds.upperBound - run.measured.nanoseconds.lowerBound)
      ),
      "measurementBatchSize": 1,
      "params": .object(parameters),
      "primaryMetric": metric(row, .response, report.responsePercentiles),
      "secondaryMetrics": .object(secondary),
    ]
  }

  private static func metric(
    _ row: ExportRow,
    _ kind: LatencyKind,
    _ percentiles: [NamedPercentile]
  ) -> JSONText {
    let (summary, histogram) = (kind.summary(row.report), kind.histogram(row.report))
    let isEmpty = summary.count == 0
    let keys = ["p50": "50.0", "p90": "90.0", "p99": "99.0", "p999": "99.9", "p9999": "99.99"]
    var scores: [JSONMember] = []
    if !isEmpty {
      scores.append(JSONMember("0.0", JSONText(histogram.min)))
      for percentile in percentiles {
        scores.append(
          JSONMember(keys[percentile.name] ?? percentile.name, JSONText(percentile.value))
        )
      }
      scores.append(JSONMember("100.0", JSONText(histogram.max)))
    }
    let means = row.repetitions.compactMap { $0.map { kind.summary($0) } }
      .filter { $0.count > 0 }.map(\.mean)
    var (low, high, error): (JSONText, JSONText, JSONText) = ("NaN", "NaN", "NaN")
    if means.count > 1, let least = means.min(), let most = means.max() {
      (low, high) = (JSONText(least), JSONText(most))
      error = JSONText(max(summary.mean - least, most - summary.mean))
    }
    var members = [
      JSONMember("score", isEmpty ? "NaN" : JSONText(summary.mean)),
      JSONMember("scoreError", error),
      JSONMember("scoreConfidence", [low, high]),
      JSONMember("scorePercentiles", .object(scores)),
      JSONMember("scoreUnit", "ns/op"),
    ]
    guard !row.repetitions.isEmpty else {
      members.append(JSONMember("rawDataHistogram", [[buckets(of: histogram)]]))
      return .object(members)
    }
    members.append(JSONMember("rawData", JSONText(means.map { [JSONText($0)] })))
    let each = row.repetitions.compactMap { $0.map { kind.histogram($0) } }
    members.append(JSONMember("rawDataHistogram", JSONText(each.map { [buckets(of: $0)] })))
    return .object(members)
  }

  private static func buckets(of histogram: Histogram) -> JSONText {
    JSONText(
      histogram.recordedBuckets.map { [JSONText($0.highest), JSONText($0.count)] }
    )
  }

  private static func seconds(_ nanoseconds: Int64) -> String {
    NumberText.exact(Double(nanoseconds) / 1e9, decimals: 3) + " s"
  }
}
