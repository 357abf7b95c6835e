public import KymoBench
import KymoText

/// The JSON of Google Benchmark, schema version 1: rows for every percentile of every command.
///
/// Each repetition has a row of its own, so that `compare.py` can test whether two sets of them differ;
/// they are followed by the aggregates that Google Benchmark makes of its repetitions. Those are about
/// the observations: a mean of percentiles is not the percentile of all events. All times are wall-clock
/// times; `cpu_time` repeats them, as readers expect the key. Rows of an invalid run carry
/// `error_occurred`, which `compare.py` of version 1.7 does not look at.
public enum GoogleBenchmarkExport: RunExport {
  /// Its name on the command line.
  public static let name = "google-benchmark"
  /// How its files end.
  public static let ending: String? = "google-benchmark.json"

  /// Takes functions, and kinds that have one load.
  public static func takes(_ kind: Report.Kind) -> Bool { kind.hasLoad || kind == .functions }

  /// Writes functions, or a load.
  public static func text(of report: Report) -> String {
    if case .functions(let summary) = report { return BenchmarkExports.googleBenchmark(summary) }
    return textOfLoad(report)
  }

  /// A percentile: its name, and its place in the list of them.
  private struct Family {
    var name: String
    var index: Int
    var instance: Int
    var repetitions: Int
  }

  /// Writes a run.
  public static func text(_ result: LoadResult, _ context: ExportContext) -> String {
    var rows: [JSONText] = []
    for (family, row) in ExportRow.all(result).enumerated() {
      var instance = 0
      for (kind, percentiles) in row.report.percentiles {
        for percentile in percentiles {
          let family = Family(
            name: "\(row.name)/\(kind)/\(percentile.name)",
            index: family,
            instance: instance,
            repetitions: max(1, row.repetitions.count)
          )
          if let set = result.repetitions {
            rows += repeated(family, kind, percentile.name, row, set, result)
          } else {
            rows.append(iteration(family, 0, row.report, percentile.value, result, result))
          }
          instance += 1
        }
      }
    }
    let start = context.startNanoseconds ?? 0
    let report: JSONText = [
      "context": [
        "date": JSONText(CalendarTime(nanosecondsSinceEpoch: start).iso),
        "host_name": "",
        "executable": JSONText(context.program),
        "num_cpus": JSONText(result.platform.availableCoreCount ?? 0),
        "mhz_per_cpu": 0,
        "cpu_scaling_enabled": false,
        "caches": [],
        "load_avg": [],
        "library_version": JSONText(context.program),
        "library_build_type": "release",
        "json_schema_version": 1,
        "recording": JSONText(context.recording),
        "app": JSONText(context.app),
        "arrivals": JSONText("\(result.offered.arrivals)"),
        "digest": JSONText(context.digest),
        "valid": JSONText(result.valid),
      ],
      "benchmarks": JSONText(rows),
    ]
    return report.text
  }

  /// A row for every repetition that has the percentile, and the aggregates of them.
  private static func repeated(
    _ family: Family,
    _ kind: String,
    _ percentile: String,
    _ row: ExportRow,
    _ set: RepetitionSet,
    _ result: LoadResult
  ) -> [JSONText] {
    var rows: [JSONText] = []
    var times: [Double] = []
    for (index, report) in row.repetitions.enumerated() {
      guard let report,
        let percentiles = report.percentiles.first(where: { $0.kind == kind })?.percentiles,
        let time = percentiles.first(where: { $0.name == percentile })?.value
      else { continue }
      rows.append(iteration(family, index, report, time, set.all[index].result, result))
      times.append(Double(time))
    }
    guard times.count > 1, let median = times.median else { return rows }
    let mean = times.reduce(0, +) / Double(times.count)
    let squares = times.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let deviation = (squares / Double(times.count - 1)).squareRoot()
    let aggregates: [(name: String, unit: String, value: Double)] = [
      ("mean", "time", mean),
      ("median", "time", median),
      ("stddev", "time", deviation),
      ("cv", "percentage", mean > 0 ? deviation / mean : 0),
    ]
    return rows
      + aggregates.map { aggregate in
        var members = members(family, "\(family.name)_\(aggregate.name)", "aggregate", nil)
        members.append(JSONMember("aggregate_name", JSONText(aggregate.name)))
        members.append(JSONMember("aggregate_unit", JSONText(aggregate.unit)))
        members.append(JSONMember("iterations", JSONText(times.count)))
        members += timing(aggregate.value)
        return .object(members + error(result.invalidText))
      }
  }

  /// Returns the measurement of a percentile in a run; `whole` is what the run is a part of.
  private static func iteration(
    _ family: Family,
    _ repetition: Int,
    _ report: CommandReport,
    _ time: Int64,
    _ run: LoadResult,
    _ whole: LoadResult
  ) -> JSONText {
    var members = members(family, family.name, "iteration", repetition)
    members.append(JSONMember("iterations", JSONText(report.count)))
    members += timing(Double(time))
    members.append(JSONMember("offered_rate", JSONText(run.offered.rate)))
    members.append(JSONMember("achieved_rate", JSONText(run.measured.rate)))
    // Counters of the whole run, as both rates are.
    members += (run.system.process?.counters ?? []).map { JSONMember($0.name, $0.value) }
    let others = whole.valid ? nil : "INVALID: not all repetitions are there and valid"
    return .object(members + error(run.invalidText ?? others))
  }

  private static func members(
    _ family: Family,
    _ name: String,
    _ type: String,
    _ repetition: Int?
  ) -> [JSONMember] {
    [
      JSONMember("name", JSONText(name)),
      JSONMember("family_index", JSONText(family.index)),
      JSONMember("per_family_instance_index", JSONText(family.instance)),
      JSONMember("run_name", JSONText(family.name)),
      JSONMember("run_type", JSONText(type)),
      JSONMember("repetitions", JSONText(family.repetitions)),
    ] + (repetition.map { [JSONMember("repetition_index", JSONText($0))] } ?? []) + [
      JSONMember("threads", 1)
    ]
  }

  static func timing(_ time: Double) -> [JSONMember] {
    [
      JSONMember("real_time", JSONText(time)), JSONMember("cpu_time", JSONText(time)),
      JSONMember("time_unit", "ns"),
    ]
  }

  static func error(_ text: String?) -> [JSONMember] {
    guard let text else { return [] }
    return [
      JSONMember("error_occurred", true), JSONMember("error_message", JSONText(text)),
    ]
  }
}
