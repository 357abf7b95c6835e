import KymoHistogram
import KymoText

/// The JSON of the Java Microbenchmark Harness, in mode `sample`: a benchmark for every command.
///
/// The score is the mean response time in ns; the service time and the time to the reply are
/// secondary metrics, and the histograms the raw data. Undefined numbers are the text `NaN`, as JMH writes them. An invalid
/// run has a parameter that says so, which makes it another benchmark for every viewer.
enum JMHExport: ResultExport {
  static func text(_ result: LoadResult, _ context: ExportContext) -> String {
    JSONText(ExportRow.all(result).map { json($0, result, context) }).compactText
  }

  private static func json(
    _ row: ExportRow,
    _ result: LoadResult,
    _ context: ExportContext
  ) -> JSONText {
    var parameters = [JSONMember("arrivals", JSONText("\(result.arrivals)"))]
    if !result.valid { parameters.append(JSONMember("invalid", "true")) }
    let report = row.report
    var secondary = [
      JSONMember(
        "service",
        metric(report.service, report.serviceHistogram, report.servicePercentiles)
      )
    ]
    if report.reply.count > 0 {
      let reply = metric(report.reply, report.replyHistogram, report.replyPercentiles)
      secondary.append(JSONMember("reply", reply))
    }
    return [
      "jmhVersion": "1.37",
      "benchmark": JSONText("kymo.bench.\(row.name)"),
      "mode": "sample",
      "threads": 1,
      "forks": 1,
      "jvm": "",
      "jvmArgs": [],
      "jdkVersion": "",
      "vmName": JSONText(context.program),
      "vmVersion": "",
      "warmupIterations": 1,
      "warmupTime": JSONText(seconds(result.measuredNanoseconds.lowerBound)),
      "warmupBatchSize": 1,
      "measurementIterations": 1,
      "measurementTime": JSONText(
        seconds(result.measuredNanoseconds.upperBound - result.measuredNanoseconds.lowerBound)
      ),
      "measurementBatchSize": 1,
      "params": .object(parameters),
      "primaryMetric": metric(
        report.response,
        report.responseHistogram,
        report.responsePercentiles
      ),
      "secondaryMetrics": .object(secondary),
    ]
  }

  private static func metric(
    _ summary: LatencySummary,
    _ histogram: Histogram,
    _ percentiles: [NamedPercentile]
  ) -> JSONText {
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
    let buckets = histogram.recordedBuckets.map {
      JSONText([JSONText($0.highest), JSONText($0.count)])
    }
    return [
      "score": isEmpty ? "NaN" : JSONText(summary.mean),
      "scoreError": "NaN",
      "scoreConfidence": ["NaN", "NaN"],
      "scorePercentiles": .object(scores),
      "scoreUnit": "ns/op",
      "rawDataHistogram": [[JSONText(buckets)]],
    ]
  }

  private static func seconds(_ nanoseconds: Int64) -> String {
    NumberText.exact(Double(nanoseconds) / 1e9, decimals: 3) + " s"
  }
}
