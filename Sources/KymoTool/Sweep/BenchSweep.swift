import KymoBench
import KymoBridge
import KymoCore
import KymoRecording
import KymoReport
import KymoScript
import KymoText

/// `kymo bench --sweep`: the highest rate that keeps an objective, and the curve on the way there.
enum BenchSweep {
  /// Where the search starts unless `--rate` says, in events/s.
  static let defaultStart = 10_000.0
  /// How far below its start the search goes before it gives up.
  static let descent = 1024.0
  /// How many events of a recording are offered, again and again, whatever the rate.
  static let maximumEvents = 1_000_000

  /// `--sweep`.
  static let flag = FlagSpecification(
    "sweep",
    help: "Find the highest rate that keeps the objective, and print the curve on the way there."
  )
  /// The options that belong to it.
  static let options = [
    OptionSpecification(
      "slo",
      "[COMMAND:]PERCENTILE=TIME",
      isRepeatable: true,
      help:
        "The objective of a sweep, or a limit of a run, of response times: p99=100us, accel:max=5ms. "
        + "All that are given have to be kept."
    ),
    OptionSpecification(
      "resolution",
      "PERCENT",
      kind: .number(0.1...100),
      default: "5",
      help: "How much too low the rate that a sweep finds may be."
    ),
  ]

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
    let limits = try BenchLimits(LimitOptions(arguments, isSweep: true), arguments, source)
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
    return try publish(sweep, options, context, baseline, arguments, exports, limits, &console)
  }

  /// Prints what a sweep came to, and writes its exports.
  ///
  /// - Parameters:
  ///   - sweep: what was measured.
  ///   - options: what was asked for.
  ///   - context: of what.
  ///   - baseline: a former sweep; nil if there is none.
  ///   - arguments: the command line.
  ///   - exports: the files.
  ///   - limits: what the knee is held against; nil if nothing is.
  ///   - console: where the report goes.
  /// - Returns: the status to exit with.
  /// - Throws: which file was not written.
  static func publish(
    _ sweep: LoadSweep,
    _ options: SweepOptions,
    _ context: ExportContext,
    _ baseline: SweepBaseline?,
    _ arguments: ParsedArguments,
    _ exports: ExportFiles,
    _ limits: BenchLimits?,
    _ console: inout Console
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
    if arguments.wantsJSON {
      console.print(json)
    } else {
      let report = SweepReport(sweep: sweep, baseline: baseline)
      let frame = BenchFrame(report.findings(console.quantity), context)
      frame.printHead(to: &console)
      report.print(to: &console)
      LimitTable.print(context.limits, to: &console)
      frame.printFoot(to: &console)
    }
    if sweep.isInterrupted { console.complain("the sweep was interrupted") }
    if case .never = sweep.knee {
      console.complain(
        sweep.hasValidRun
          ? "the objective was not kept at any rate"
          : "no run of the sweep was valid, so nothing is known; free the machine, or make runs longer"
      )
    }
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

  /// The search that the arguments ask for, within the rates that a step can tell something about.
  ///
  /// - Parameters:
  ///   - options: what was asked for.
  ///   - defaultStart: where the search starts if nobody says so.
  ///   - shareOf: how large a part of the load a command is.
  /// - Returns: the search.
  /// - Throws: that an objective takes more events than there are.
  static func search(
    _ options: SweepOptions,
    start defaultStart: Double,
    share shareOf: (String) -> Double
  ) throws(CommandFailure) -> RateSearch {
    let objectives = options.objectives.map(\.value)
    let seconds = Double(options.load.durationNanoseconds) / 1e9
    let highest = ArrivalPlan.rateRange.upperBound
    var lowest = ArrivalPlan.rateRange.lowerBound
    var neediest = objectives[0]
    for objective in objectives {
      var share = 1.0
      if let name = objective.command {
        let part = shareOf(name)
        // What no input calls may still be raised by a handler.
        if part > 0 { share = part }
      }
      // Half of the events may be warm-up, and random arrivals are not always as many.
      let needed = 2.5 * Double(objective.percentile.minimumCount) / share / seconds
      if needed > lowest { (lowest, neediest) = (RateSearch.readable(atLeast: needed), objective) }
    }
    let start = options.startRate ?? min(max(defaultStart, lowest), highest)
    guard lowest <= highest, lowest <= start, start <= highest else {
      let percentile = neediest.percentile.rawValue
      throw .usage(
        "\(percentile) of \(neediest.subject) takes \(neediest.percentile.minimumCount) measured "
          + "events, so at least \(lowest) events/s; raise --rate or --duration"
      )
    }
    return RateSearch(
      from: start,
      within: max(lowest, start / descent)...highest,
      resolution: options.resolution
    )
  }

  /// What is said about a step as soon as it is over.
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
