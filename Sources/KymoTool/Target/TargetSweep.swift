import KymoBench
import KymoClient
import KymoReport

/// `kymo bench --target URL --sweep`: the highest rate at which a live server keeps an objective.
enum TargetSweep {
  /// Where the search starts unless `--rate` says, in requests/s.
  private static let defaultStart = 1000.0

  static func run(
    _ options: SweepOptions,
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let interrupt = console.interrupt
    let load = try TargetLoad(arguments, interrupt)
    for (text, objective) in options.objectives {
      guard let name = objective.command, !load.list.names.contains(name) else { continue }
      throw .usage("--slo \(text): no request is called '\(name)'")
    }
    let objectives = options.objectives.map(\.value)
    let search = try BenchSweep.search(options, start: defaultStart) { name in
      load.list.share(of: name)
    }
    var sweep = LoadSweep(objectives, search)
    let limits = try BenchLimits(
      LimitOptions(arguments, isSweep: true),
      app: load.target.text,
      commands: load.list.names
    )
    let exports = try BenchCommand.exportFiles(arguments, of: .sweep)
    console.isOutputTaken = exports.takesOutput
    let context = TargetBench.context(load, options.load, arguments)
    let baseline = try SweepBaseline(arguments, of: context.subject, objectives)
    while let rate = sweep.nextRate {
      if interrupt.isRequested {
        sweep.interrupt()
        break
      }
      let run = try TargetBench.load(load, options.load, arguments, rate: rate)
      let result = try TargetBench.measure(run, interrupt)
      let step = sweep.note(result.load)
      console.note(
        BenchSweep.note(step, number: sweep.steps.count, objectives[0], console.quantity)
      )
    }
    return try BenchSweep.publish(
      sweep,
      options,
      context,
      baseline,
      arguments,
      exports,
      limits,
      &console
    )
  }
}
