import KymoHistogram

/// An interval log (`.hlog`): one interval, the measured one, with a tag for every command.
///
/// The values are response times in ns. Any tool of the HdrHistogram family reads it.
enum HlogExport: ResultExport {
  static func text(_ result: LoadResult, _ context: ExportContext) -> String {
    var writer = IntervalLogWriter(
      writtenBy: context.program,
      startNanoseconds: context.startNanoseconds.map { max(0, $0) },
      // The log cuts long comments; these are cut here, so that the bracket is closed.
      comments: result.reasons.map { "[" + "INVALID: \($0)".prefix(110) + "]" }
    )
    let measured = result.measuredNanoseconds
    for row in ExportRow.all(result) {
      writer.append(
        row.report.responseHistogram,
        tag: row.name,
        startNanoseconds: max(0, measured.lowerBound),
        lengthNanoseconds: measured.upperBound - measured.lowerBound
      )
    }
    return writer.text
  }
}
