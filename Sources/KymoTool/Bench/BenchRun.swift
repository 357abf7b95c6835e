import KymoBench
import KymoBridge
import KymoCore
import KymoDevice
import KymoRecording
import KymoReport
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
    var sink = PairSink(
      Tracer(NoSink()),
      Handicap(nanoseconds: options.handicapNanoseconds)
    )
    let result = options.measure(run, instance.table, &sink) { interrupt.isRequested }
    let digest = sink.first.digest
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
    }
  }

  /// What is about to be offered.
  private static func announcement(
    _ run: LoadRun,
    _ load: LoadOptions,
    _ quantity: QuantityText
  ) -> String {
    "offering \(run.plan.count) events, \(run.plan.arrivals)"
      + (run.plan.arrivals == .immediate
        ? "" : ", for \(quantity.duration(nanoseconds: load.durationNanoseconds))")
  }
}
