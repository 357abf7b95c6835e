import KymoBench
import KymoCommandLine
import KymoReport
import KymoText

extension BusyMachineReport {
  /// Measures what can be said beside a run, if it is invalid because the machine had no time, and a person reads the
  /// report; nil if there is nothing to say.
  ///
  /// - Parameters:
  ///   - result: the run.
  ///   - options: what it was to be.
  ///   - source: the recording and the app.
  ///   - workload: the events.
  ///   - arguments: the command line.
  ///   - console: told that it takes a moment.
  /// - Throws: that a handler cannot be made, or that a page does not work.
  init?(
    after result: LoadResult,
    _ options: BenchRunOptions,
    _ source: BenchSource,
    _ workload: Workload,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) {
    let interrupt = console.interrupt
    guard result.validity.isOfMachine, options.pace == .schedule, options.hasReport,
      !arguments.wantsJSON, !interrupt.isRequested
    else { return nil }
    console.note(
      "this machine is too busy for this load: measuring for some seconds what it still can"
    )
    let round = try options.round(of: workload, path: source.path)
    machine = try BusyMachine(
      after: result,
      askedRate: options.load.rate,
      shouldStop: { interrupt.isRequested },
      round: { () throws(CommandFailure) in
        try BenchRun.measure(round.run, round.options, source, workload) { interrupt.isRequested }
          .result
      },
      trial: { rate throws(CommandFailure) in
        let trial = try options.trial(of: workload, at: rate, arguments, path: source.path)
        return try BenchRun.measure(trial.run, trial.options, source, workload) {
          interrupt.isRequested
        }.result
      }
    )
    countCommand = "\(arguments.tool.name) count \(source.path.shellQuoted)"
  }
}
