public import KymoBench
import KymoHistogram

/// An interval log (`.hlog`): one interval, the measured one, with a tag for every command.
///
/// Repetitions have an interval each, one after the other, without the time between the processes.
/// The values are response times in ns. Any tool of the HdrHistogram family reads it.
public enum HlogExport: RunExport {
  /// Its name on the command line.
  public static let name = "hlog"
  /// How its files end.
  public static let ending: String? = "hlog"

  /// Writes a run.
  public static func text(_ result: LoadResult, _ context: ExportContext) -> String {
    var writer = IntervalLogWriter(
      writtenBy: context.program,
      startNanoseconds: context.startNanoseconds.map { max(0, $0) },
      // The log cuts long comments; these are cut here, so that the bracket is closed.
      comments: result.reasons.map { "[" + "INVALID: \($0)".prefix(110) + "]" }
    )
    let rows = ExportRow.all(result)
    let runs = result.repetitions?.all.map(\.result) ?? [result]
    var begin: Int64 = 0
    for (index, run) in runs.enumerated() {
      let measured = run.measured.nanoseconds
      for row in rows {
        guard let report = result.repetitions == nil ? row.report : row.repetitions[index] else {
          continue
        }
        writer.append(
          report.responseHistogram,
          tag: row.name,
          startNanoseconds: max(0, begin + measured.lowerBound),
          lengthNanoseconds: measured.upperBound - measured.lowerBound
        )
      }
      begin += measured.upperBound
    }
    return writer.text
  }
}
