public import KymoBench
import KymoText

/// A history in CSV, a row for every run: what Apache Otava and spreadsheets take.
///
/// The columns are `time` (UTC), `commit`, `valid` (1 or 0), the rates, and for every command the
/// percentiles in ns; a cell is empty where there were too few values. A row has as many cells as
/// the header, and the header depends on nothing but the names of the commands.
public enum OtavaCSVExport: FiguresExport {
  /// Its name on the command line.
  public static let name = "otava-csv"
  /// How its files end.
  public static let ending: String? = "otava.csv"
  /// A file grows with every run.
  public static let grows = true

  /// Writes counts.
  public static func text(_ counts: CountsSummary) -> String { CountsExports.otava(counts) }

  /// Writes the times of functions.
  public static func text(_ functions: BenchmarkSummary) -> String {
    BenchmarkExports.otava(functions)
  }

  private static let fixed = ["time", "commit", "valid", "offered_rate", "achieved_rate"]

  /// Writes a load.
  public static func text(_ result: LoadResult, _ context: ExportContext) -> String {
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

  /// Whether a file with this first line can go on.
  public static func canContinue(after firstLine: String, of kind: Report.Kind) -> Bool {
    let columns =
      switch kind {
      case .counts: CountsExports.otavaColumns
      case .functions: BenchmarkExports.otavaColumns
      default: fixed
      }
    return OtavaRows.isHeader(firstLine, columns)
  }

  /// The text to add to a file that has this first line; nil if there is none.
  public static func continuation(
    _ text: String,
    after firstLine: String,
    of kind: Report.Kind
  ) -> String? { OtavaRows.continuation(text, after: firstLine) }
}
