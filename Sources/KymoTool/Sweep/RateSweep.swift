import KymoBench
import KymoBridge
import KymoCommandLine
import KymoCore
import KymoRecording
import KymoReport
import KymoScript
import KymoText
import KymoTrials

/// The work of `kymo sweep`: the highest rate that keeps an objective, and the curve on the way.
enum RateSweep {
  /// Where the search starts unless `--rate` says, in events/s.
  static let defaultStart = 10_000.0
  /// How many events of a recording are offered, again and again, whatever the rate.
  static let maximumEvents = 1_000_000

  static func run(
    _ options: SweepOptions,
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let source = try BenchSource(arguments)
    let first = try source.instance()
    let workload = try source.workload(first, limit: maximumEvents)
    for (text, objective) in options.objectives {
      guard let name = objective.command, first.table.id(of: name).rawValue == 0 else { continue }
      throw .usage("--slo \(text): \(source.app) has no command '\(name)'")
    }
    let objectives = options.objectives.map(\.value)
    let table = first.table
    let search = try search(options, start: defaultStart) { name in
      let id = table.id(of: name)
      return Double(workload.events.count { $0.command == id }) / Double(workload.events.count)
    }
    var sweep = LoadSweep(objectives, search)
    let limits = try BenchLimits(options.limits, arguments, source)
    let subject = source.subject(workload)
    let baseline = try SweepBaseline(arguments, of: subject, objectives)
    let exports = try BenchCommand.exportFiles(arguments, of: .sweep)
    console.isOutputTaken = exports.takesOutput
    let startNanoseconds = UnsafeWallClock.nanoseconds()
    while let rate = sweep.nextRate {
      if console.interrupt.isRequested {
        sweep.interrupt()
        break
      }
      let run = try options.load.run(of: workload, at: rate, path: source.path)
      let interrupt = console.interrupt
      let handlers = try source.instance()
      let result: LoadResult
      if let page = try source.page(handlers, workload) {
        var sink = PageSink(page.link)
        result = run.run(table: handlers.table, sink: &sink) {
          page.hasFailed || interrupt.isRequested
        }
        try page.check()
      } else {
        result = run.run(table: handlers.table) { interrupt.isRequested }
      }
      let step = sweep.note(result)
      console.note(note(step, number: sweep.steps.count, objectives[0], console.quantity))
    }
    var context = ExportContext(of: source.path, by: source.app, mode: source.mode, arguments)
    context.inputDigest = subject.inputDigest
    context.startNanoseconds = startNanoseconds
    let outcome = SweepOutcome(sweep: sweep, options: options, context: context, baseline: baseline)
    return try outcome.publish(exports, limits, arguments, to: &console)
  }

  /// The search that the arguments ask for.
  ///
  /// - Parameters:
  ///   - options: what was asked for.
  ///   - defaultStart: where the search starts if nobody says so.
  ///   - share: how large a part of the load a command is.
  /// - Returns: the search.
  /// - Throws: that an objective takes more events than there are.
  static func search(
    _ options: SweepOptions,
    start defaultStart: Double,
    share: (String) -> Double
  ) throws(CommandFailure) -> RateSearch {
    do {
      return try RateSearch(
        of: options.objectives.map(\.value),
        from: options.startRate,
        orFrom: defaultStart,
        seconds: Double(options.load.durationNanoseconds) / 1e9,
        resolution: options.resolution,
        share: share
      )
    } catch { throw .usage("\(error); raise --rate or --duration") }
  }

  /// Returns the remark that is made on a step as soon as it is over.
  static func note(
    _ step: SweepStep,
    number: Int,
    _ objective: LatencyObjective,
    _ quantity: QuantityText
  ) -> String {
    let value = step.response(of: objective.command).flatMap { objective.percentile.value(in: $0) }
    let text = value.map { quantity.duration(nanoseconds: $0) } ?? "-"
    return "step \(number): \(quantity.rate(step.rate, of: "events")), "
      + "\(objective.percentile.rawValue) \(text), \(step.verdict)"
  }
}
