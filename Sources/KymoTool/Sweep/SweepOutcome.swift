import KymoBench
import KymoCommandLine
import KymoReport
import KymoText

/// The outcome of a sweep, on its way to people and programs.
struct SweepOutcome {
  /// The measured sweep.
  let sweep: LoadSweep
  /// The options that were asked for.
  let options: SweepOptions
  /// Of what.
  let context: ExportContext
  /// A former sweep; nil if there is none.
  let baseline: SweepBaseline?

  /// Prints the report, and writes its exports, new limits, and the baseline.
  ///
  /// - Parameters:
  ///   - exports: the files.
  ///   - limits: what the knee is compared with; nil if nothing is.
  ///   - arguments: the command line.
  ///   - console: where the report goes.
  /// - Returns: the status to exit with.
  /// - Throws: which file was not written.
  func publish(
    _ exports: ExportFiles,
    _ limits: BenchLimits?,
    _ arguments: ParsedArguments,
    to console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    var context = context
    context.limits = limits?.judgement(isValid: true, timesOfCommands: false) {
      sweep.reading(for: $0)
    }
    let summary = SweepSummary(
      sweep: sweep,
      arrivals: options.arrivals,
      durationNanoseconds: options.load.durationNanoseconds,
      baseline: baseline,
      context: context
    )
    let json = summary.json
    if arguments.wantsJSON { console.print(json) } else { print(context, to: &console) }
    complain(to: &console)
    try exports.write(
      to: &console,
      isOutputJSON: arguments.wantsJSON,
      wasInterrupted: sweep.isInterrupted
    ) { $0.text(of: .sweep(summary)) }
    if let output = limits?.output {
      if let limit = LimitProposal.limit(of: sweep, at: output.place) {
        try output.write([limit], to: &console)
      } else {
        console.complain("no limits are written: no knee was found")
      }
    }
    if let saved = try arguments.savedBaselineStore() {
      if sweep.knee.rate != nil, !sweep.isInterrupted {
        try saved.save(json, BaselineKey(context.subject, .sweep), to: &console)
      } else {
        console.complain("no baseline is saved: no knee was found")
      }
    }
    let isWhole = !sweep.isInterrupted && sweep.hasValidRun
    let judged = limits?.status(context.limits, otherwise: isWhole ? .success : .partial, &console)
    if judged == .regression { return .regression }
    return sweep.isInterrupted || sweep.knee.rate == nil ? .partial : judged ?? .success
  }

  private func print(_ context: ExportContext, to console: inout Console) {
    let report = SweepReport(sweep: sweep, baseline: baseline)
    let frame = BenchFrame(report.findings(console.quantity), context)
    frame.printHead(to: &console)
    report.print(to: &console)
    LimitTable.print(context.limits, to: &console)
    frame.printFoot(to: &console)
  }

  private func complain(to console: inout Console) {
    if sweep.isInterrupted { console.complain("the sweep was interrupted") }
    if case .never = sweep.knee {
      console.complain(
        sweep.hasValidRun
          ? "the objective was not kept at any rate"
          : "no run of the sweep was valid, so nothing is known; free the machine, or make runs longer"
      )
    }
  }
}
