import KymoBench
import KymoReport

/// What a benchmark came to, on its way to people and programs: of one run, or of repetitions.
struct BenchOutcome {
  /// What was measured.
  let result: LoadResult
  /// Of what.
  let context: ExportContext
  private let wantsJSON: Bool
  private let hasReport: Bool
  private let hasPlot: Bool

  /// Takes a result, and from the command line how it is shown.
  init(
    result: LoadResult,
    context: ExportContext,
    _ arguments: ParsedArguments,
    hasReport: Bool = true
  ) {
    self.result = result
    self.context = context
    wantsJSON = arguments.wantsJSON
    self.hasReport = hasReport
    hasPlot = arguments.flag(PercentilePlot.flag.name)
  }

  /// Prints the report, says why the figures are invalid if they are, and writes all exports.
  ///
  /// - Parameters:
  ///   - exports: the files.
  ///   - console: where the report goes.
  ///   - report: prints the report for people.
  /// - Returns: the status to exit with.
  /// - Throws: which file was not written.
  func publish(
    _ exports: ExportFiles<ExportFormat>,
    to console: inout Console,
    report: (inout Console) -> Void
  ) throws(CommandFailure) -> ExitStatus {
    if !hasReport {
      // What is written depends on the figures, and would be counted with the events.
    } else if wantsJSON {
      console.print(ExportFormat.json.text(of: result, context))
    } else {
      report(&console)
    }
    if hasPlot { PercentilePlot(result).print(to: &console) }
    for reason in result.reasons { console.complain("INVALID: \(reason)") }
    try exports.write(
      to: &console,
      isOutputJSON: wantsJSON,
      wasInterrupted: result.offered.isInterrupted
    ) { $0.text(of: result, context) }
    return result.valid ? .success : .partial
  }
}
