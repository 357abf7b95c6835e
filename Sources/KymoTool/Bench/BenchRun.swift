import KymoBench
import KymoBridge
import KymoCore
import KymoDevice
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
    let baseline = try BaselineFile(arguments)
    let source = try BenchSource(arguments)
    let instance = try source.instance()
    let app = instance.app
    let exports = try BenchCommand.exportFiles(arguments)
    console.isOutputTaken = exports.takesOutput
    let workload = try source.workload(instance, limit: options.load.workloadLimit)
    let run = try options.load.run(of: workload, path: source.path)
    let subject = source.subject(workload)
    try baseline?.check(subject)
    console.note(announcement(run, options.load, console.quantity))
    if let note = options.load.note(on: workload) { console.note(note) }

    let interrupt = console.interrupt
    var context = ExportContext(
      program: ToolContext.program,
      recording: subject.recording,
      inputDigest: subject.inputDigest,
      app: subject.app,
      mode: subject.mode,
      machine: subject.machine,
      digest: "",
      seed: options.load.seed,
      startNanoseconds: UnsafeWallClock.nanoseconds(),
      commit: BenchCommand.commit,
      losses: source.file.losses,
      baseline: baseline?.baseline,
      tool: arguments.tool.name
    )
    let page = try source.page(instance, workload, isCounted: options.pace == .still)
    let (result, digest) = measure(run, options, instance.table, page) { interrupt.isRequested }
    if let page {
      try page.check()
      context.members = [JSONMember("page", page.json)]
    }
    context.digest = TraceDigest.text(digest.total)
    context.counters = app.counters
    let outcome = BenchOutcome(
      result: result,
      context: context,
      arguments,
      hasReport: options.hasReport
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

  /// What is about to be offered.
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
