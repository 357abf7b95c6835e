import KymoBench
import KymoBridge
import KymoCommandLine
import KymoCore
import KymoRecording
import KymoReport
import KymoScript
import KymoText

/// `kymo bench` as one run in this process.
enum BenchRun {
  static func run(
    _ options: BenchRunOptions,
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let source = try BenchSource(arguments)
    let instance = try source.instance()
    let limits = try BenchLimits(LimitOptions(arguments, isSweep: false), arguments, source)
    let exports = try BenchCommand.exportFiles(arguments)
    console.isOutputTaken = exports.takesOutput
    let workload = try source.workload(instance, limit: options.load.workloadLimit)
    let live = LiveLine(arguments.flag(LiveLine.flag.name), console.terminal, unit: "events")
    let run = try options.load.run(of: workload, path: source.path, live: live?.observer())
    let subject = source.subject(workload)
    let baseline = try BaselineFile(arguments, of: subject)
    console.note(announcement(run, options.load, console.quantity))
    if let note = options.load.note(on: workload) { console.note(note) }

    let interrupt = console.interrupt
    var context = ExportContext(
      of: subject.recording,
      by: subject.app,
      mode: subject.mode,
      arguments,
      // Whoever only wants the report, a thousand times or under valgrind, does not wait for git.
      commit: arguments.isGiven("export") ? BenchCommand.commit : BenchCommand.toldCommit
    )
    context.inputDigest = subject.inputDigest
    context.seed = options.load.seed
    context.losses = source.file.losses
    context.baseline = baseline?.baseline
    let (attempt, count) = try BenchAttempts.run(
      atMost: arguments.integer(BenchAttempts.option.name),
      &console,
      isLast: { (attempt: Attempt) in attempt.result.valid || attempt.result.offered.isInterrupted }
    ) { _, _ throws(CommandFailure) in
      defer { live?.end() }
      return try measure(run, options, source, workload) { interrupt.isRequested }
    }
    let (result, digest, app, page) = (attempt.result, attempt.digest, attempt.app, attempt.page)
    context.members.append(JSONMember("workloadEvents", JSONText(workload.events.count)))
    if let page { context.members.append(JSONMember("page", page.json)) }
    if arguments.isGiven(BenchAttempts.option.name) {
      context.members.append(JSONMember("attempts", JSONText(count)))
    }
    context.digest = TraceDigest.text(digest.total)
    context.counters = app.counters
    let busy = try BusyMachineReport(after: result, options, source, workload, arguments, &console)
    let outcome = try BenchOutcome(
      result: result,
      context: context,
      arguments,
      hasReport: options.hasReport,
      limits: limits,
      plannedRate: options.pace == .schedule ? options.load.rate : nil,
      busy: busy
    )
    return try outcome.publish(exports, to: &console) { console in
      BenchReport(
        result: result,
        digest: digest,
        counted: CountedByApp(app),
        losses: context.losses
      )
      .print(to: &console)
      page?.print(to: &console)
    }
  }

  /// A run, and what is known of its handlers.
  struct Attempt {
    let result: LoadResult
    let digest: TraceDigest
    let app: any App
    let page: BenchPage?
  }

  /// Makes a run with new handlers, and with a page if there is to be one.
  ///
  /// - Throws: that the handlers or the page cannot be made, or do not work.
  static func measure(
    _ run: LoadRun,
    _ options: BenchRunOptions,
    _ source: BenchSource,
    _ workload: Workload,
    _ shouldStop: () -> Bool
  ) throws(CommandFailure) -> Attempt {
    let instance = try source.instance()
    let app = instance.app
    let page = try source.page(instance, workload, isCounted: options.pace == .still)
    let (result, digest) = measure(run, options, instance.table, page, shouldStop)
    try page?.check()
    return Attempt(result: result, digest: digest, app: app, page: page)
  }

  /// Makes the run, with a page or without.
  private static func measure(
    _ run: LoadRun,
    _ options: BenchRunOptions,
    _ table: consuming CommandTable,
    _ page: BenchPage?,
    _ shouldStop: () -> Bool
  ) -> (LoadResult, TraceDigest) {
    let counting = PairSink(
      Tracer(NoSink()),
      Handicap(nanoseconds: options.handicapNanoseconds)
    )
    guard let link = page?.link else {
      var sink = counting
      return (options.measure(run, table, &sink, shouldStop), sink.first.digest)
    }
    var sink = PairSink(PageSink(link), counting)
    let result = options.measure(run, table, &sink) {
      // A page that is never done with a moment ends when it is asked to.
      if link.failure != nil || shouldStop() { link.isOver = true }
      return link.isOver
    }
    link.finish()
    return (result, sink.second.first.digest)
  }

  /// Describes the load that is about to be offered.
  private static func announcement(
    _ run: LoadRun,
    _ load: LoadOptions,
    _ quantity: QuantityText
  ) -> String {
    "offering \(run.plan.isCountExact ? "" : "about ")\(run.plan.count) events, \(run.plan.arrivals)"
      + (run.plan.arrivals == .immediate
        ? "" : ", for \(quantity.duration(nanoseconds: load.durationNanoseconds))")
  }
}
