import KymoBench
import KymoCommandLine
import KymoCore
import KymoRecording
import KymoReport
import KymoScript
import KymoText

/// `kymo bench --stage`: load that changes, with the same handlers from the first event to the last.
enum BenchStages {
  static func run(
    _ options: StageOptions,
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let source = try BenchSource(arguments)
    let instance = try source.instance()
    let app = instance.app
    let limits = try BenchLimits(LimitOptions(arguments, isSweep: false), arguments, source)
    let exports = try BenchCommand.exportFiles(arguments, of: .stages)
    console.isOutputTaken = exports.takesOutput
    let workload = try source.workload(instance, limit: options.workloadLimit)
    let subject = source.subject(workload)
    var context = ExportContext(
      of: subject.recording,
      by: subject.app,
      mode: subject.mode,
      arguments
    )
    context.inputDigest = subject.inputDigest
    context.seed = options.loads[0].seed
    context.losses = source.file.losses
    let counting = PairSink(
      Tracer(NoSink()),
      Handicap(nanoseconds: options.handicapNanoseconds)
    )
    let load: StagedLoad
    let digest: TraceDigest
    if let page = try source.page(instance, workload) {
      var sink = PairSink(PageSink(page.link), counting)
      load = try measure(options, workload, source.path, instance.table, &sink, page.link, &console)
      page.link.finish()
      try page.check()
      digest = sink.second.first.digest
      context.members = [JSONMember("page", page.json)]
    } else {
      var sink = counting
      load = try measure(options, workload, source.path, instance.table, &sink, nil, &console)
      digest = sink.first.digest
    }
    context.digest = TraceDigest.text(digest.total)
    context.counters = app.counters
    context.limits = limits?.judgement(of: load)
    let status = try publish(load, context, digest, exports, arguments, &console)
    return limits?.status(context.limits, otherwise: status, &console) ?? status
  }

  /// Makes the stages, one after the other, until somebody stops them.
  private static func measure<Sink: OutcomeSink & ~Copyable>(
    _ options: StageOptions,
    _ workload: Workload,
    _ path: String,
    _ table: consuming CommandTable,
    _ sink: inout Sink,
    _ page: PageLink?,
    _ console: inout Console
  ) throws(CommandFailure) -> StagedLoad {
    var load = StagedLoad(wanted: options.loads.count)
    var workload = workload
    var kept: CommandTable? = table
    let interrupt = console.interrupt
    let live = LiveLine(options.isLive, console.terminal, unit: "events")
    for (index, stage) in options.loads.enumerated() {
      if interrupt.isRequested || page?.failure != nil { break }
      let observer = live?.observer("stage \(index + 1)  ")
      let run = try stage.run(of: workload, path: path, live: observer)
      let result = run.run(keeping: &kept, sink: &sink) {
        guard interrupt.isRequested || page?.failure != nil else { return page?.isOver ?? false }
        page?.isOver = true
        return true
      }
      live?.end()
      load.append(
        StagedLoad.Stage(
          rate: options.stages[index].rate,
          durationNanoseconds: stage.durationNanoseconds,
          result: result
        )
      )
      console.note(note(load.stages[index], number: index + 1, of: load.wanted, console.quantity))
      if result.offered.isInterrupted { break }
      // The recording goes on where this stage left it.
      workload = workload.continued(after: result.offered.count)
    }
    return load
  }

  private static func note(
    _ stage: StagedLoad.Stage,
    number: Int,
    of count: Int,
    _ quantity: QuantityText
  ) -> String {
    let p99 = stage.result.overall.response.p99.map { quantity.duration(nanoseconds: $0) } ?? "-"
    return "stage \(number) of \(count): \(text(stage.rate, quantity)), p99 \(p99), "
      + stage.result.validity.word
  }

  /// Returns the planned rate of a stage, in words.
  private static func text(_ rate: StageRate, _ quantity: QuantityText) -> String {
    switch rate {
    case .steady(let rate): quantity.rate(rate, of: "events")
    case .ramp(let first, let last):
      "\(quantity.rate(first, of: "events")) to \(quantity.rate(last, of: "events"))"
    }
  }

  /// Prints the report, which says why stages are invalid, and writes all exports.
  private static func publish(
    _ load: StagedLoad,
    _ context: ExportContext,
    _ digest: TraceDigest,
    _ exports: ExportFiles,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let reasons = load.reasons
    if arguments.wantsJSON {
      console.print(load.json(context))
      BenchFrame.complain(of: reasons, to: &console)
    } else {
      let frame = BenchFrame(
        reasons: reasons,
        advice: load.isOfMachine
          ? BusyMachineReport.text(.wait, attempts: nil, tool: context.tool) : nil,
        context
      )
      frame.printHead(to: &console)
      print(load, digest, to: &console)
      LimitTable.print(context.limits, to: &console)
      frame.printFoot(to: &console)
    }
    try exports.write(
      to: &console,
      isOutputJSON: arguments.wantsJSON,
      wasInterrupted: load.isInterrupted
    ) { $0.text(of: .stages(load, context)) }
    return load.isValid ? .success : .partial
  }

  private static func print(
    _ load: StagedLoad,
    _ digest: TraceDigest,
    to console: inout Console
  ) {
    let quantity = console.quantity
    var table = TextTable(
      [.right("stage"), .right("planned"), .right("offered/s"), .right("achieved/s")]
        + [.right("count")] + ["p50", "p90", "p99", "p99.9", "max", "memory"].map { .right($0) }
        + [.left("verdict")]
    )
    for (index, stage) in load.stages.enumerated() {
      let result = stage.result
      let response = result.overall.response
      let times = [
        response.p50, response.p90, response.p99, response.p999,
        response.count > 0 ? response.max : nil,
      ]
      let memory = result.system.process.map { quantity.bytes(Int($0.peakResidentBytes)) }
      let planned = "\(quantity.duration(nanoseconds: stage.durationNanoseconds)) at "
      var cells: [TextCell] = [.integer(index + 1)]
      cells.append(.text(planned + text(stage.rate, quantity)))
      cells.append(.number(result.offered.rate, decimals: 0))
      cells.append(.number(result.measured.rate, decimals: 0))
      cells.append(.integer(Int(result.overall.count)))
      cells += times.map { $0.map { .nanoseconds($0) } ?? .missing }
      cells += [memory.map { .text($0) } ?? .missing, .text(result.validity.word)]
      table.addRow(cells)
    }
    console.printHeading("response time of all commands by stage, from when each event was due")
    console.print(table)
    console.print("")
    console.print("memory    is the peak of the process by the end of each stage")
    console.print("digest    \(TraceDigest.text(digest.total)) over \(digest.count) events")
  }
}
