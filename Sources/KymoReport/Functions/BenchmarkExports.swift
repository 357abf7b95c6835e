import KymoBench
import KymoText

/// Times of functions in the formats of others; see ``ExportFormat`` for the list.
enum BenchmarkExports {
  /// The columns that every history of functions begins with.
  static let otavaColumns = ["time", "commit", "valid", "functions"]

  /// The times for CI servers, with their limits.
  static func findings(_ summary: BenchmarkSummary) -> FindingsReport {
    var markdown = [
      MarkdownText.row(["benchmark", "fastest ns", "median ns", "from", "to"]),
      "|---|---:|---:|---:|---:|",
    ]
    var findings: [Finding] = []
    for (name, row) in zip(names(summary), summary.rows) {
      let figures = [row.fastest, row.median, row.interval?.lowerBound, row.interval?.upperBound]
      let cells = figures.map { $0.map(NumberText.significant) ?? "-" }
      markdown.append(MarkdownText.row([MarkdownText.cell(name)] + cells))
      let reasons = row.reasons.map(\.description).joined(separator: "; ")
      findings.append(
        Finding(
          group: "kymo.time.function",
          name: name,
          seconds: row.median.map { $0 / 1e9 },
          outcome: .invalid(row.isValid ? nil : reasons),
          output: "fastest \(cells[0]) ns, median \(cells[1]) ns, \(row.iterations) iterations"
        )
      )
    }
    let medians = zip(names(summary), summary.rows).map { name, row in
      "\(name) \(row.median.map { "\(NumberText.significant($0)) ns" } ?? "unknown")"
    }
    return FindingsReport(
      mode: "time",
      context: summary.context,
      findings: findings,
      sentence: "median of an iteration: \(medians.joined(separator: ", "))",
      markdown: markdown
    )
  }

  /// A row of a history.
  static func otava(_ summary: BenchmarkSummary) -> String {
    let start = summary.context.startNanoseconds ?? 0
    var columns: [(name: String, cell: String)] = [
      (otavaColumns[0], CalendarTime(nanosecondsSinceEpoch: start).spaced),
      (otavaColumns[1], summary.context.commit ?? ""),
      (otavaColumns[2], summary.reasons.isEmpty ? "1" : "0"), (otavaColumns[3], "1"),
    ]
    for (name, row) in zip(names(summary), summary.rows) {
      columns.append(("\(name).fastest_ns", NumberText.shortest(row.fastest)))
      columns.append(("\(name).median_ns", row.median.map { NumberText.shortest($0) } ?? ""))
    }
    return OtavaRows.text(columns)
  }

  /// Bencher Metric Format; the names of what is INVALID end with what makes Bencher raise no alert.
  static func bencher(_ summary: BenchmarkSummary) -> String {
    let benchmarks = zip(names(summary), summary.rows).compactMap { name, row -> JSONMember? in
      guard let median = row.median, let interval = row.interval else { return nil }
      let end = row.isValid ? "" : BencherExport.muted
      let latency: JSONText = [
        "value": JSONText(median), "lower_value": JSONText(interval.lowerBound),
        "upper_value": JSONText(interval.upperBound),
      ]
      return JSONMember(
        name.prefix(BencherExport.longestName - end.count) + end,
        ["latency": latency]
      )
    }
    return JSONText.object(benchmarks).text
  }

  /// A list for github-action-benchmark.
  static func githubBenchmark(_ summary: BenchmarkSummary) -> String {
    let entries = zip(names(summary), summary.rows).compactMap { name, row -> JSONText? in
      guard let median = row.median, let interval = row.interval else { return nil }
      let reasons = row.reasons.map { "INVALID: \($0)" }
      let extra = (reasons + ["\(row.iterations) iterations"]).joined(separator: "\n")
      return [
        "name": JSONText(name), "value": JSONText(median), "unit": "ns",
        "range": JSONText("\(interval.lowerBound) to \(interval.upperBound)"),
        "extra": JSONText(extra),
      ]
    }
    return JSONText(entries).text
  }

  /// The JSON of Google Benchmark: a row for the median of each function.
  static func googleBenchmark(_ summary: BenchmarkSummary) -> String {
    let rows = zip(names(summary), summary.rows).enumerated().compactMap {
      index,
      row -> JSONText? in
      let (name, times) = row
      guard let median = times.median else { return nil }
      let members = [
        JSONMember("name", JSONText(name)), JSONMember("family_index", JSONText(index)),
        JSONMember("per_family_instance_index", 0), JSONMember("run_name", JSONText(name)),
        JSONMember("run_type", "iteration"), JSONMember("repetitions", 1),
        JSONMember("repetition_index", 0), JSONMember("threads", 1),
        JSONMember("iterations", JSONText(times.iterations)),
      ]
      let invalid = times.isValid ? nil : times.reasons.map(\.description).joined(separator: "; ")
      return .object(
        members + GoogleBenchmarkExport.timing(median) + GoogleBenchmarkExport.error(invalid)
      )
    }
    let start = summary.context.startNanoseconds ?? 0
    let report: JSONText = [
      "context": [
        "date": JSONText(CalendarTime(nanosecondsSinceEpoch: start).iso), "host_name": "",
        "executable": JSONText(summary.context.app),
        "num_cpus": JSONText(summary.context.machine?.coreCount ?? 0), "mhz_per_cpu": 0,
        "cpu_scaling_enabled": false, "caches": [], "load_avg": [],
        "library_version": JSONText(summary.context.program), "library_build_type": "release",
        "json_schema_version": 1,
      ],
      "benchmarks": JSONText(rows),
    ]
    return report.text
  }

  /// The names of the rows, free of control characters and each of its own.
  private static func names(_ summary: BenchmarkSummary) -> [String] {
    ExportRow.uniqueNames(summary.rows.map(\.name))
  }
}
