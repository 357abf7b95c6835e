import KymoHistogram

/// An interval log (`.hlog`): one interval, the measured one, with a tag for every command.
///
/// The values are response times in ns. Any tool of the HdrHistogram family reads it.
enum HlogExport: ResultExport {
  static func text(_ result: LoadResult, _ context: ExportContext) -> String {
    var writer = IntervalLogWriter(
      writtenBy: context.program,
      startNanoseconds: context.startNanoseconds.map { max(0, $0) },
      comments: result.invalidText.map { ["[\($0)]"] } ?? []
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
