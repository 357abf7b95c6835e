import KymoText

/// The JSON of Google Benchmark, schema version 1: one row for every percentile of every command.
///
/// A row is one repetition, so that several runs can be given to `compare.py` together. All times
/// are wall-clock times; `cpu_time` repeats them, as readers expect the key. Rows of an invalid run
/// carry `error_occurred`, which `compare.py` of version 1.7 does not look at.
enum GoogleBenchmarkExport: ResultExport {
  static func text(_ result: LoadResult, _ context: ExportContext) -> String {
    var rows: [JSONText] = []
    for (family, row) in ExportRow.all(result).enumerated() {
      let report = row.report
      var instance = 0
      for (kind, percentiles) in report.percentiles {
        for percentile in percentiles {
          rows.append(
            json(
              "\(row.name)/\(kind)/\(percentile.name)",
              family: family,
              instance: instance,
              count: report.count,
              time: percentile.value,
              result
            )
          )
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
        "arrivals": JSONText("\(result.arrivals)"),
        "digest": JSONText(context.digest),
        "valid": JSONText(result.valid),
      ],
      "benchmarks": JSONText(rows),
    ]
    return report.text
  }

  private static func json(
    _ name: String,
    family: Int,
    instance: Int,
    count: Int64,
    time: Int64,
    _ result: LoadResult
  ) -> JSONText {
    var members = [
      JSONMember("name", JSONText(name)),
      JSONMember("family_index", JSONText(family)),
      JSONMember("per_family_instance_index", JSONText(instance)),
      JSONMember("run_name", JSONText(name)),
      JSONMember("run_type", "iteration"),
      JSONMember("repetitions", 1),
      JSONMember("repetition_index", 0),
      JSONMember("threads", 1),
      JSONMember("iterations", JSONText(count)),
      JSONMember("real_time", JSONText(time)),
      JSONMember("cpu_time", JSONText(time)),
      JSONMember("time_unit", "ns"),
      JSONMember("offered_rate", JSONText(result.offeredRate)),
      JSONMember("achieved_rate", JSONText(result.achievedRate)),
    ]
    // Counters of the whole run, as both rates are.
    members += (result.process?.counters ?? []).map { JSONMember($0.name, $0.value) }
    if let text = result.invalidText {
      members.append(JSONMember("error_occurred", true))
      members.append(JSONMember("error_message", JSONText(text)))
    }
    return .object(members)
  }
}
