import KymoBench
import KymoCommandLine
import KymoReport
import KymoText

/// The outcome of a benchmark, on its way to people and programs: of one run, or of repetitions.
struct BenchOutcome {
  /// The measured result.
  let result: LoadResult
  /// Of what.
  let context: ExportContext
  private let wantsJSON: Bool
  private let hasReport: Bool
  private let hasPlot: Bool
  private let limits: BenchLimits?
  private let plannedRate: Double?
  private let saved: BaselineStore?
  /// The report on a machine that had no time; nil if nothing was measured for that.
  private let busy: BusyMachineReport?

  /// Takes a result, and from the command line how it is shown.
  ///
  /// - Parameters:
  ///   - result: what was measured.
  ///   - context: of what.
  ///   - arguments: the command line.
  ///   - hasReport: whether a report is printed.
  ///   - limits: what the result is compared with; nil if nothing is.
  ///   - plannedRate: the mean rate that was planned, in events/s; nil without a schedule.
  ///   - busy: what can be said if the machine had no time.
  /// - Throws: that the result cannot be saved under the name that was given.
  init(
    result: LoadResult,
    context: ExportContext,
    _ arguments: ParsedArguments,
    hasReport: Bool = true,
    limits: BenchLimits?,
    plannedRate: Double?,
    busy: BusyMachineReport? = nil
  ) throws(CommandFailure) {
    saved = try arguments.savedBaselineStore()
    self.busy = busy
    let canRetry =
      arguments.specification.has(BenchAttempts.option.name)
      && !arguments.isGiven(BenchRepetitions.option.name)
    let attempts = canRetry ? arguments.integer(BenchAttempts.option.name) : nil
    self.result = result
    self.limits = limits
    self.plannedRate = plannedRate
    var context = context
    context.limits = limits?.judgement(of: result, plannedRate: plannedRate)
    if let busy {
      context.members.append(JSONMember("busyMachine", busy.machine.json))
      context.advice = BusyMachineReport.text(
        busy.machine.advice,
        attempts: attempts,
        tool: context.tool
      )
    }
    self.context = context
    wantsJSON = arguments.wantsJSON
    self.hasReport = hasReport
    hasPlot = arguments.flag(PercentilePlot.flag.name)
  }

  /// Prints the report, which says why the figures are invalid if they are, and writes all exports.
  ///
  /// - Parameters:
  ///   - exports: the files.
  ///   - console: where the report goes.
  ///   - report: prints the report for people.
  /// - Returns: the status to exit with.
  /// - Throws: which file was not written.
  func publish(
    _ exports: ExportFiles,
    to console: inout Console,
    report: (inout Console) -> Void
  ) throws(CommandFailure) -> ExitStatus {
    if !hasReport {
      // What is written depends on the figures, and would be counted with the events.
      limits?.noteNotMeasured(context.limits, &console)
      BenchFrame.complain(of: result.reasons, to: &console)
    } else if wantsJSON {
      console.print(JSONExport.text(of: .run(result, context)))
      BenchFrame.complain(of: result.reasons, to: &console)
    } else {
      let frame = BenchFrame(reasons: result.reasons, advice: context.advice, context)
      frame.printHead(to: &console)
      busy?.print(to: &console)
      report(&console)
      LimitTable.print(context.limits, to: &console)
      frame.printFoot(to: &console)
    }
    if hasPlot { PercentilePlot(result).print(to: &console) }
    try exports.write(
      to: &console,
      isOutputJSON: wantsJSON,
      wasInterrupted: result.offered.isInterrupted
    ) { $0.text(of: .run(result, context)) }
    if let output = limits?.output {
      if result.valid {
        try output.write(
          LimitProposal.limits(of: result, plannedRate: plannedRate, at: output.place),
          to: &console
        )
      } else {
        console.complain("no limits are written: the run is INVALID")
      }
    }
    if let saved {
      if result.valid {
        try saved.save(
          JSONExport.text(of: .run(result, context)),
          BaselineKey(context.subject),
          to: &console
        )
      } else {
        console.complain("no baseline is saved: the run is INVALID")
      }
    }
    let status = result.valid ? ExitStatus.success : .partial
    return limits?.status(context.limits, otherwise: status, &console) ?? status
  }
}
