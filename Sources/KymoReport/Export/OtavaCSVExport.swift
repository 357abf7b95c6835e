import KymoBench
import KymoText

/// A history in CSV, a row for every run: what Apache Otava and spreadsheets take.
///
/// The columns are `time` (UTC), `commit`, `valid` (1 or 0), the rates, and for every command the
/// percentiles in ns; a cell is empty where there were too few values. A row has as many cells as
/// the header, and the header depends on nothing but the names of the commands.
enum OtavaCSVExport: ResultExport {
  private static let fixed = ["time", "commit", "valid", "offered_rate", "achieved_rate"]

  static func text(_ result: LoadResult, _ context: ExportContext) -> String {
    let time = CalendarTime(nanosecondsSinceEpoch: context.startNanoseconds ?? 0).spaced
    var names = fixed
    var cells = [
      time, context.commit ?? "", result.valid ? "1" : "0",
      NumberText.shortest(result.offered.rate), NumberText.shortest(result.measured.rate),
    ]
    for row in ExportRow.all(result) {
      for (kind, percentiles) in row.report.percentiles {
        for name in NamedPercentile.names {
          names.append("\(row.name).\(kind)_\(name)_ns")
          cells.append(percentiles.first { $0.name == name }.map { "\($0.value)" } ?? "")
        }
      }
    }
    return OtavaRows.text(zip(names, cells).map { ($0, $1) })
  }

  /// Whether a line begins a history of some run.
  static func isHeader(_ line: String) -> Bool { OtavaRows.isHeader(line, fixed) }

  /// The row alone, if the header is that of the file.
  static func continuation(_ text: String, after firstLine: String) -> String? {
    OtavaRows.continuation(text, after: firstLine)
  }
}
