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
    return line(names) + line(cells)
  }

  /// Whether a line begins a history of some run.
  static func isHeader(_ line: String) -> Bool {
    withoutReturn(line) == fixed.joined(separator: ",")
      || line.hasPrefix(fixed.joined(separator: ",") + ",")
  }

  /// The row alone, if the header is that of the file.
  static func continuation(_ text: String, after firstLine: String) -> String? {
    let header = withoutReturn(firstLine) + "\n"
    return text.hasPrefix(header) ? String(text.dropFirst(header.count)) : nil
  }

  private static func withoutReturn(_ line: String) -> String {
    line.last == "\r" ? String(line.dropLast()) : line
  }

  private static func line(_ cells: [String]) -> String {
    cells.map(quoted).joined(separator: ",") + "\n"
  }

  /// A cell as RFC 4180 has it; names hold no line ends, but a commit may.
  private static func quoted(_ cell: String) -> String {
    let flat = cell.replacing("\r\n", with: " ").replacing("\n", with: " ")
    guard flat.contains(where: { $0 == "," || $0 == "\"" || $0 == "\r" }) else { return flat }
    return "\"" + flat.replacing("\"", with: "\"\"") + "\""
  }
}
