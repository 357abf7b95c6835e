import KymoBench
import KymoCore

/// The tables of a report: every percentile for which there are enough events, and every outcome.
struct ReportTables {
  let result: LoadResult
  let rows: [ExportRow]

  /// Percentiles of each kind of time, and outcomes.
  var html: String {
    let note = HTMLText.note(
      "\(QuantityLabel.missing) stands where fewer than ten events lie beyond: "
        + "that would be an anecdote. Values are exact to three digits."
    )
    return HTMLText.section(
      "Figures",
      LatencyKind.allCases.map(percentiles).joined() + stages + note + outcomes + process
    )
  }

  private func percentiles(_ kind: LatencyKind) -> String {
    let measured = rows.filter { kind.summary($0.report).count > 0 }
    guard !measured.isEmpty else { return "" }
    var table = HTMLTable(
      kind.title,
      ["command", kind == .reply ? "replies" : "events"]
        + ["p50", "p90", "p99", "p99.9", "p99.99", "max"]
        + (hasDeadline(kind) ? ["missed"] : [])
    )
    for row in measured {
      table.rows.append(cells(HTMLText.name(row.name), row.report, kind))
    }
    if measured.count > 1 {
      // It stays in sight where there are more rows than are shown.
      table.rows.insert(cells("all commands", result.overall, kind), at: 0)
    }
    return table.html
  }

  /// Where the response time of each command goes.
  private var stages: String {
    let measured = rows.filter { $0.report.slip.count > 0 }
    guard !measured.isEmpty else { return "" }
    var table = HTMLTable(
      "Where the response time goes",
      ["command", "late p50", "late p99", "queue p50", "queue p99", "handlers p50", "handlers p99"]
    )
    for row in measured {
      let report = row.report
      let values = [report.slip, report.queueing, report.service].flatMap { [$0.p50, $0.p99] }
      table.rows.append([HTMLText.name(row.name)] + values.map { QuantityLabel.time($0) })
    }
    return table.html
      + HTMLText.note(
        "Late: from when each event was due until the generator pushed it. Queue: from "
          + "then until the dispatcher took it. The three add up event by event; their percentiles do "
          + "not."
      )
  }

  private func hasDeadline(_ kind: LatencyKind) -> Bool {
    kind == .response && result.measured.deadlineNanoseconds != nil
  }

  private func cells(_ name: String, _ report: CommandReport, _ kind: LatencyKind) -> [String] {
    let summary = kind.summary(report)
    let values = [summary.p50, summary.p90, summary.p99, summary.p999, summary.p9999, summary.max]
    return [name, QuantityLabel.count(summary.count)] + values.map { QuantityLabel.time($0) }
      + (hasDeadline(kind) ? [QuantityLabel.count(report.missedDeadlines ?? 0)] : [])
  }

  private var process: String {
    guard let counts = result.system.process else { return "" }
    var table = HTMLTable("What the system counted for the process", ["what", "count"])
    table.rows = [
      ["processor time, user", QuantityLabel.time(counts.userNanoseconds)],
      ["processor time, system", QuantityLabel.time(counts.systemNanoseconds)],
      ["context switches, voluntary", QuantityLabel.count(counts.voluntarySwitches)],
      ["context switches, forced", QuantityLabel.count(counts.involuntarySwitches)],
      ["page faults, minor", QuantityLabel.count(counts.minorFaults)],
      ["page faults, major", QuantityLabel.count(counts.majorFaults)],
      ["peak memory in KiB", QuantityLabel.count(counts.peakResidentBytes >> 10)],
      [
        "instructions of the dispatching thread",
        counts.instructions.count.map { QuantityLabel.count($0) }
          ?? "unavailable: \(HTMLText.escaped(counts.instructions.reason ?? ""))",
      ],
    ]
    return table.html
  }

  private var outcomes: String {
    let statuses = OutcomeStatus.allCases.filter { result.overall.statuses[$0] > 0 }
    guard !statuses.isEmpty else { return "" }
    var table = HTMLTable("How the events ended", ["command"] + statuses.map(\.name))
    for row in rows where row.report.count > 0 {
      let counts = statuses.map { status in
        let count = row.report.statuses[status]
        return count == 0 ? QuantityLabel.missing : QuantityLabel.count(count)
      }
      table.rows.append([HTMLText.name(row.name)] + counts)
    }
    return table.html
  }
}
