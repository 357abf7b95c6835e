import KymoBench
import KymoText

/// Counts in the formats of others; see ``ExportFormat`` for the list.
enum CountsExports {
  /// The columns that every history of counts begins with.
  static let otavaColumns = ["time", "commit", "valid", "counts"]

  /// The counts for CI servers, with their limits.
  static func findings(_ summary: CountsSummary) -> FindingsReport {
    let quantities = CountedQuantity.allCases
    var markdown = [
      MarkdownText.row(["command", "events"] + quantities.map(\.heading)),
      "|---|---:|" + quantities.map { _ in "---:|" }.joined(),
    ]
    var findings = [
      Finding(
        group: "kymo.bench.counts",
        name: "a second count is the same",
        outcome: .invalid(summary.invalidReason),
        output: summary.invalidReason ?? "nothing speaks against it"
      )
    ]
    for (name, row) in zip(names(summary), summary.rows) {
      let cells = row.perEvent.map { $0.value.map(text) ?? "-" }
      markdown.append(MarkdownText.row([MarkdownText.cell(name), "\(row.events)"] + cells))
      let lines = row.perEvent.map { quantity, value in
        "\(quantity.heading) \(value.map { "\(text($0)) per event" } ?? "unavailable")"
      }
      findings.append(
        Finding(
          group: "kymo.bench.command",
          name: name,
          output: (["\(row.events) events"] + lines).joined(separator: "\n")
        )
      )
    }
    let last = summary.hasOverall ? summary.rows.last : nil
    let all = last.map { row in
      row.counted.map { "\(text($0.perEvent)) \($0.quantity.heading)" }.joined(separator: ", ")
    }
    return FindingsReport(
      mode: "count",
      context: summary.context,
      findings: findings,
      sentence:
        summary.hasOverall
        ? "per event of \(subject(summary)): \(all.flatMap { $0.isEmpty ? nil : $0 } ?? "nothing")"
        : "counts per iteration of \(summary.rows.map(\.name).inWords)",
      markdown: markdown
    )
  }

  /// A row of a history.
  static func otava(_ summary: CountsSummary) -> String {
    let start = summary.context.startNanoseconds ?? 0
    var columns: [(name: String, cell: String)] = [
      (otavaColumns[0], CalendarTime(nanosecondsSinceEpoch: start).spaced),
      (otavaColumns[1], summary.context.commit ?? ""),
      (otavaColumns[2], summary.invalidReason == nil ? "1" : "0"), (otavaColumns[3], "1"),
    ]
    for (name, row) in zip(names(summary), summary.rows) {
      columns += row.perEvent.map { quantity, value in
        ("\(name).\(quantity.rawValue)", value.map { NumberText.shortest($0) } ?? "")
      }
    }
    return OtavaRows.text(columns)
  }

  /// Bencher Metric Format; the names of an invalid count end with what makes Bencher raise no alert.
  static func bencher(_ summary: CountsSummary) -> String {
    let end = summary.invalidReason == nil ? "" : BencherExport.muted
    let benchmarks = zip(names(summary), summary.rows).compactMap { name, row -> JSONMember? in
      let metrics = row.counted.map { quantity, value in
        JSONMember(
          quantity == .systemCalls ? "system-calls" : quantity.rawValue,
          ["value": JSONText(value)]
        )
      }
      guard !metrics.isEmpty else { return nil }
      let longest = BencherExport.longestName - end.count
      return JSONMember(name.prefix(longest) + end, .object(metrics))
    }
    return JSONText.object(benchmarks).text
  }

  /// A list for github-action-benchmark.
  static func githubBenchmark(_ summary: CountsSummary) -> String {
    var entries: [JSONText] = []
    for (name, row) in zip(names(summary), summary.rows) {
      let extra = [summary.invalidReason.map { "INVALID: \($0)" }, "\(row.events) events"]
      entries += row.counted.map { quantity, value in
        [
          "name": JSONText("\(name) \(quantity.heading)"), "value": JSONText(value),
          "unit": "per event", "extra": JSONText(extra.compactMap(\.self).joined(separator: "\n")),
        ]
      }
    }
    return JSONText(entries).text
  }

  /// The commands that the last row is of, in words.
  private static func subject(_ summary: CountsSummary) -> String {
    guard summary.rows.count > 1 else { return summary.rows.first?.name ?? "nothing" }
    let commands = summary.rows.dropLast().map(\.name)
    return commands.count <= 3 ? commands.inWords : "all \(commands.count) commands"
  }

  /// The names of the rows, free of control characters and each of its own.
  private static func names(_ summary: CountsSummary) -> [String] {
    ExportRow.uniqueNames(summary.rows.map(\.name))
  }

  private static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15
      ? "\(Int(value))" : NumberText.fixed(value, decimals: value < 1 ? 6 : 3)
  }
}
