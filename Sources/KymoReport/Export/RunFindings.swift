import KymoBench
import KymoText

/// A run as findings: a test for every condition of a valid run, one for every command, and one for every limit.
///
/// The time of a command's test is its mean response time in s; its percentiles are its output.
struct RunFindings: Findings {
  let result: LoadResult
  let context: ExportContext

  var command: String { "\(context.tool) \(context.command)" }
  var word: String { result.validity.word + (context.limits?.brokenWords ?? "") }
  var seconds: Double? { result.measuredSeconds }
  var startNanoseconds: Int64? { context.startNanoseconds }
  var tests: [Finding] {
    RunCondition.all(for: result).map(test) + commandTests + (context.limits?.tests ?? [])
  }
  /// A test for each command, with its figures.
  var commandTests: [Finding] { ExportRow.all(result).map(Self.test) }

  // MARK: Tests

  var properties: [(name: String, value: String)] {
    [
      ("program", context.program), ("recording", context.recording), ("app", context.app),
      ("commit", context.commit ?? ""), ("arrivals", "\(result.offered.arrivals)"),
      ("digest", context.digest), ("valid", "\(result.valid)"),
      ("offeredRate", NumberText.shortest(result.offered.rate)),
      ("achievedRate", NumberText.shortest(result.measured.rate)),
    ] + (result.repetitions.map { [("repetitions", "\($0.all.count)")] } ?? [])
  }

  private func test(_ condition: RunCondition) -> Finding {
    let violations = condition.violations(in: result)
    return Finding(
      group: "kymo.bench.run",
      name: condition.rawValue,
      outcome: violations.isEmpty ? .passed : .invalid(violations.joined(separator: "; "))
    )
  }

  private static func test(_ row: ExportRow) -> Finding {
    let report = row.report
    var texts = ["\(report.count) events"]
    texts += row.percentiles[0].percentiles.map { percentile in
      "response \(percentile.name) \(percentile.value) ns" + row.rangeText(percentile)
    }
    if report.response.count > 0 { texts.append("response max \(report.response.max) ns") }
    texts += report.servicePercentiles.map { "service \($0.name) \($0.value) ns" }
    texts += report.replyPercentiles.map { "reply \($0.name) \($0.value) ns" }
    return Finding(
      group: "kymo.bench.command",
      name: row.name,
      seconds: report.response.mean / 1e9,
      output: texts.joined(separator: "\n")
    )
  }

  // MARK: Markdown

  var alert: FindingsAlert? {
    guard !result.valid else { return nil }
    let reasons = GitHubSummaryExport.items(result.reasons.map { "\($0)" })
    return FindingsAlert("CAUTION", ["Do not compare these figures with others."] + reasons)
  }

  var summary: [String] {
    let rows = ExportRow.all(result)
    var lines = ["Response time in µs from when each event was due.", ""]
    lines += MarkdownText.table(
      [
        "| command | count | p50 | p90 | p99 | p99.9 | p99.99 | max | service p99 | reply p99 |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
      ],
      rows,
      more: "commands"
    ) { row in
      let response = row.report.response
      let maximum = response.count > 0 ? response.max : nil
      let values = [
        response.p50, response.p90, response.p99, response.p999, response.p9999, maximum,
        row.report.service.p99, row.report.reply.p99,
      ]
      return [MarkdownText.cell(row.name), "\(row.report.count)"] + values.map(Self.microseconds)
    }
    lines += spreads(rows)
    lines += context.limits?.markdownLines ?? []
    return lines + [
      "",
      "Offered \(Self.rate(result.offered.rate)), achieved \(Self.rate(result.measured.rate)); "
        + "\(result.overall.count) events of \(MarkdownText.cell(context.recording)), digest `\(context.digest)`.",
    ]
  }

  /// How far repetitions differ; nothing for a single run.
  private func spreads(_ rows: [ExportRow]) -> [String] {
    guard let set = result.repetitions else { return [] }
    let lines = [
      "",
      "How far \(set.all.count) repetitions differ, each in a process of its own, in µs:",
      "",
    ]
    return lines
      + MarkdownText.table(
        [
          "| command | p50 min | median | max | p99 min | median | max |",
          "|---|---:|---:|---:|---:|---:|---:|",
        ],
        rows
      ) { row in
        let spreads = [
          set.spread(of: row.report.name) { $0.response.p50 },
          set.spread(of: row.report.name) { $0.response.p99 },
        ]
        let values = spreads.flatMap { [$0?.lowest, $0?.median, $0?.highest] }
        return [MarkdownText.cell(row.name)] + values.map(Self.microseconds)
      }
  }

  private static func rate(_ value: Double) -> String {
    value > 0 ? NumberText.fixed(value, decimals: value < 1 ? 4 : 1) + " events/s" : "-"
  }

  private static func microseconds(_ nanoseconds: Int64?) -> String {
    nanoseconds.map { NumberText.exact(Double($0) / 1000, decimals: 3) } ?? "-"
  }

  // MARK: Annotations

  /// Why a run is invalid, and which commands missed their deadline; a result.valid run has a notice with its figures.
  var annotations: [GitHubAnnotation] {
    var annotations = result.reasons.map {
      GitHubAnnotation(.error, "\(command): INVALID", "\($0)")
    }
    annotations += context.limits?.annotations(of: command) ?? []
    annotations += ExportRow.all(result).compactMap { row in
      guard let missed = row.report.missedDeadlines, missed > 0,
        let deadline = result.measured.deadlineNanoseconds
      else { return nil }
      let share = 100 * Double(missed) / Double(max(1, row.report.count))
      return GitHubAnnotation(
        .warning,
        "\(command): \(row.name) missed its deadline",
        "\(missed) of \(row.report.count) events of \(row.name) took longer than "
          + "\(QuantityLabel.time(deadline)), \(NumberText.significant(share)) %"
      )
    }
    if result.valid {
      annotations.append(GitHubAnnotation(.notice, "\(command): valid", figures))
    }
    return annotations
  }

  private var figures: String {
    let kind: LatencyKind = result.overall.response.count > 0 ? .response : .service
    let summary = kind.summary(result.overall)
    let times = [("p50", summary.p50), ("p99", summary.p99), ("p99.9", summary.p999)]
      .compactMap { name, value in value.map { "\(name) \(QuantityLabel.time($0))" } }
    let maximum = "max \(QuantityLabel.time(summary.max))"
    return "\(kind.rawValue) time of all commands of \(context.recording): "
      + (times + [maximum]).joined(separator: ", ")
      + "; achieved \(QuantityLabel.rate(result.measured.rate))"
  }
}
