import KymoBench

/// A curve of the report: a command, or all of them together.
struct ReportCurve {
  /// How it looks, and its place in the legend.
  let style: CurveStyle
  /// Its name, unescaped.
  let name: String
  /// The measured figures.
  let report: CommandReport
  /// The same command in the baseline, if it is there.
  let baseline: BenchBaseline.Command?

  /// The curves of a report: all commands together if there are several, then those with the most
  /// events.
  static func all(_ result: LoadResult, _ rows: [ExportRow], _ baseline: BenchBaseline?)
    -> [ReportCurve]
  {
    let measured = rows.enumerated().filter { $0.element.report.count > 0 }
    var chosen = measured.sorted {
      ($0.element.report.count, $1.offset) > ($1.element.report.count, $0.offset)
    }
    let hasTotal = measured.count > 1
    chosen = Array(chosen.prefix(CurveStyle.maximumCurves - (hasTotal ? 1 : 0)))
    var curves: [ReportCurve] = []
    if hasTotal {
      curves.append(
        ReportCurve(
          style: CurveStyle(index: 0),
          name: "all commands",
          report: result.overall,
          baseline: baseline?.overall
        )
      )
    }
    for row in chosen.map(\.element) {
      curves.append(
        ReportCurve(
          // The first colour is that of the total.
          style: CurveStyle(index: curves.count + (hasTotal ? 0 : 1)),
          name: row.name,
          report: row.report,
          baseline: baseline?.command(row.report.name)
        )
      )
    }
    return curves
  }
}
