import KymoBench
import KymoText

/// How a result stands to its baseline: every percentile that both have, as a ratio.
struct ComparisonSection {
  /// From which ratio on, in either direction, one is pointed out.
  static let remarkable = 1.1

  let result: LoadResult
  let rows: [ExportRow]
  let context: ExportContext
  let baseline: BenchBaseline

  /// The section.
  var html: String {
    let remarks = remarks.map { HTMLText.element("li", "", $0) }
    let content =
      "<p>\(HTMLText.name(baseline.file)): "
      + "\(NumberText.grouped(Int(baseline.events))) events, \(HTMLText.escaped(baseline.arrivals)), "
      + "achieved \(QuantityLabel.rate(baseline.achievedRate)), digest "
      + "<code>\(HTMLText.plainName(baseline.digest))</code>.</p>\n"
      + (remarks.isEmpty ? "" : "<ul class=\"remarks\">\(remarks.joined())</ul>\n")
      + LatencyKind.allCases.map(table).joined()
      + HTMLText.note(
        "Above 1 is slower than the baseline; \u{25B2} and \u{25BC} point out a "
          + "change of a tenth or more. Runs at different times are compared here: whether a difference "
          + "is more than noise is what \(HTMLText.plainName(context.tool)) gate decides."
      )
    return HTMLText.section("Compared with the baseline", content)
  }

  /// The reasons why the comparison is worth less.
  private var remarks: [String] {
    var remarks: [String] = []
    if !baseline.valid { remarks.append("The baseline is <strong>INVALID</strong>.") }
    if !result.valid { remarks.append("This run is <strong>INVALID</strong>.") }
    if (baseline.overall.response.summary.count == 0) != (result.overall.response.count == 0) {
      remarks.append("One of the two offered the events back to back, without a schedule.")
    }
    if baseline.arrivals != "\(result.offered.arrivals)" {
      remarks.append("The arrivals differ, and with them the load: \(arrivals).")
    }
    // Of a baseline that is a sum itself, and of repetitions, it is the digest of one run.
    let events = result.repetitions?.all.first?.result.offered.count ?? result.offered.count
    if [events, result.offered.count].contains(Int(baseline.events))
      && baseline.digest != context.digest
    {
      remarks.append("The digests differ: the handlers did not do the same.")
    }
    return remarks
  }

  private var arrivals: String {
    HTMLText.escaped("\(baseline.arrivals) there, \(result.offered.arrivals) here")
  }

  private func table(_ kind: LatencyKind) -> String {
    var table = HTMLTable(
      "\(kind.title): ratio to the baseline",
      ["command", "p50", "p90", "p99", "p99.9", "p99.99", "max"]
    )
    for row in rows where kind.summary(row.report).count > 0 {
      table.rows.append(
        cells(row.name, kind.summary(row.report), baseline.command(row.report.name), kind)
      )
    }
    guard !table.rows.isEmpty else { return "" }
    let known = Set(result.commands.map(\.name))
    for command in baseline.commands where !known.contains(command.name) {
      guard kind.distribution(command).summary.count > 0 else { continue }
      let name = HTMLText.name(command.name) + " <small>only in the baseline</small>"
      table.rows.append([name] + Array(repeating: QuantityLabel.missing, count: 6))
    }
    if rows.count > 1 {
      let total = cells("all commands", kind.summary(result.overall), baseline.overall, kind)
      table.rows.insert(total, at: 0)
    }
    return table.html
  }

  private func cells(
    _ name: String,
    _ summary: LatencySummary,
    _ base: BenchBaseline.Command?,
    _ kind: LatencyKind
  ) -> [String] {
    let old = base.map { kind.distribution($0).summary }.flatMap { $0.count > 0 ? $0 : nil }
    let heading = HTMLText.name(name) + (old == nil ? " <small>only here</small>" : "")
    let here = [summary.p50, summary.p90, summary.p99, summary.p999, summary.p9999, summary.max]
    let there = [old?.p50, old?.p90, old?.p99, old?.p999, old?.p9999, old?.max]
    return [heading] + zip(there, here).map { Self.cell(from: $0, to: $1) }
  }

  /// A ratio, and the two times that it is of.
  private static func cell(from old: Int64?, to new: Int64?) -> String {
    guard let old, let new else { return QuantityLabel.missing }
    let times = "<small>\(QuantityLabel.time(old)) \u{2192} \(QuantityLabel.time(new))</small>"
    guard old > 0 else { return times }
    let ratio = Double(new) / Double(old)
    let text = QuantityLabel.ratio(ratio)
    if ratio >= remarkable { return "<strong class=\"slower\">\u{25B2} \(text)</strong> \(times)" }
    if ratio * remarkable <= 1 {
      return "<strong class=\"faster\">\u{25BC} \(text)</strong> \(times)"
    }
    return "<span>\(text)</span> \(times)"
  }
}
