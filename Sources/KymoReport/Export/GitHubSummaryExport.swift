import KymoBench
import KymoText

/// Markdown for the summary of a GitHub job, which is appended to `$GITHUB_STEP_SUMMARY`.
///
/// GitHub drops a summary of more than 1 MiB as a whole, so there is an end to the table.
enum GitHubSummaryExport: ResultExport {
  /// How many commands get a row.
  static let maximumRows = 500
  /// How many reasons are listed.
  static let maximumReasons = 50

  static func text(_ result: LoadResult, _ context: ExportContext) -> String {
    let word = result.validity.word + (context.limits?.brokenWords ?? "")
    var lines = ["### \(MarkdownText.cell(context.tool)) bench: \(word)", ""]
    if !result.valid {
      lines += ["> [!CAUTION]", "> Do not compare these figures."]
      lines += result.reasons.prefix(maximumReasons).map { "> - \(MarkdownText.sentence("\($0)"))" }
      let more = result.reasons.count - maximumReasons
      if more > 0 { lines.append("> - ... and \(more) more") }
      lines.append("")
    }
    lines += [
      "Response time in µs from when each event was due.",
      "",
      "| command | count | p50 | p90 | p99 | p99.9 | p99.99 | max | service p99 | reply p99 |",
      "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    let rows = ExportRow.all(result)
    for row in rows.prefix(maximumRows) {
      let response = row.report.response
      let maximum = response.count > 0 ? response.max : nil
      let values = [
        response.p50, response.p90, response.p99, response.p999, response.p9999, maximum,
        row.report.service.p99, row.report.reply.p99,
      ]
      let cells = [MarkdownText.cell(row.name), "\(row.report.count)"] + values.map(microseconds)
      lines.append("| " + cells.joined(separator: " | ") + " |")
    }
    if rows.count > maximumRows {
      lines += ["", "... and \(rows.count - maximumRows) more commands."]
    }
    lines += spreads(rows, result.repetitions)
    lines += context.limits?.markdownLines ?? []
    lines += [
      "",
      "Offered \(rate(result.offered.rate)), achieved \(rate(result.measured.rate)); "
        + "\(result.overall.count) events of \(MarkdownText.cell(context.recording)), digest `\(context.digest)`.",
      "",
    ]
    return lines.joined(separator: "\n")
  }

  /// How far repetitions differ; nothing for a single run.
  private static func spreads(_ rows: [ExportRow], _ set: RepetitionSet?) -> [String] {
    guard let set else { return [] }
    var lines = [
      "",
      "How far \(set.all.count) repetitions differ, each in a process of its own, in µs:",
      "",
      "| command | p50 min | median | max | p99 min | median | max |",
      "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for row in rows.prefix(maximumRows) {
      let spreads = [
        set.spread(of: row.report.name) { $0.response.p50 },
        set.spread(of: row.report.name) { $0.response.p99 },
      ]
      let cells = spreads.flatMap { [$0?.lowest, $0?.median, $0?.highest] }.map(microseconds)
      lines.append("| " + ([MarkdownText.cell(row.name)] + cells).joined(separator: " | ") + " |")
    }
    return lines
  }

  private static func rate(_ value: Double) -> String {
    value > 0 ? NumberText.fixed(value, decimals: value < 1 ? 4 : 1) + " events/s" : "-"
  }

  private static func microseconds(_ nanoseconds: Int64?) -> String {
    nanoseconds.map { NumberText.exact(Double($0) / 1000, decimals: 3) } ?? "-"
  }
}
