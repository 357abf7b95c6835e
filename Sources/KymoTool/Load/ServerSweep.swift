import KymoBench
import KymoClient
import KymoCommandLine
import KymoReport

/// `kymo load URL --sweep`: the highest rate at which a live server keeps an objective.
enum ServerSweep {
  /// Where the search starts unless `--rate` says, in requests/s.
  private static let defaultStart = 1000.0

  static func run(
    _ options: SweepOptions,
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let interrupt = console.interrupt
    let load = try ServerRequests(arguments, interrupt)
    for (text, objective) in options.objectives {
      guard let name = objective.command, !load.list.names.contains(name) else { continue }
      throw .usage("--slo \(text): no request is called '\(name)'")
    }
    let objectives = options.objectives.map(\.value)
    let search = try RateSweep.search(options, start: defaultStart) { name in
      load.list.share(of: name)
    }
    var sweep = LoadSweep(objectives, search)
    let limits = try BenchLimits(
      options.limits,
      app: load.target.text,
      commands: load.list.names
    )
    let exports = try BenchCommand.exportFiles(arguments, of: .sweep)
    console.isOutputTaken = exports.takesOutput
    let context = ServerLoad.context(load, options.load, arguments)
    let baseline = try SweepBaseline(arguments, of: context.subject, objectives)
    while let rate = sweep.nextRate {
      if interrupt.isRequested {
        sweep.interrupt()
        break
      }
      let run = try ServerLoad.load(load, options.load, arguments, rate: rate)
      let result = try ServerLoad.measure(run, interrupt)
      let step = sweep.note(result.load)
      console.note(
        RateSweep.note(step, number: sweep.steps.count, objectives[0], console.quantity)
      )
    }
    let outcome = SweepOutcome(sweep: sweep, options: options, context: context, baseline: baseline)
    return try outcome.publish(exports, limits, arguments, to: &console)
  }
}
