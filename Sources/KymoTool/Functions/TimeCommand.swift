import KymoBench
import KymoCommandLine
import KymoReport
import KymoText
import KymoTrials

/// `time`: how long an iteration of each function takes.
enum TimeCommand: Subcommand {
  /// `--repetitions N`.
  private static let repetitions = BenchRepetitions.option

  static let specification = CommandSpecification(
    name: "time",
    abstract: "Measure how long one iteration of each function takes.",
    discussion: """
      After a warm-up, iterations are timed in batches that are long beside the step of the clock. Every figure is of \
      one iteration. If the machine had no time for a function, its figures are INVALID, and the command says so.
      """,
    options: [
      FunctionOption.only,
      .duration(default: "1", help: "How long each is timed; the warm-up takes a quarter more."),
      repetitions, BenchAttempts.option, FunctionOption.iterations.rare, .format,
      .export(ExportFormat.names(for: .functions), of: "the times"),
    ] + BaselineStore.all + [FunctionOption.limit],
    flags: [LimitOptions.strict],
    examples: [
      CommandExample("kymo time --only decode", "one of them"),
      CommandExample(
        "kymo time --repetitions 5 --save-baseline main",
        "five fresh processes, saved"
      ),
      CommandExample(
        "kymo time --baseline main --limit decode:service.p50=20ns",
        "compared, and limited"
      ),
    ],
    exitCodes: [
      ExitCodeNote(.partial, "figures are INVALID: preempted, interrupted, or too few batches"),
      ExitCodeNote(.regression, "a limit is broken"),
      ExitCodeNote(
        .failure,
        "a function threw, the baseline is of something else, or a file is not written"
      ),
    ]
  ).explained(in: .limits, .baselines, .exports)

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let benchmarks = try FunctionOption.chosen(arguments)
    if let count = arguments.integerIfGiven(FunctionOption.iterations.name) {
      try check(arguments)
      for benchmark in benchmarks {
        do { try benchmark.run(iterations: count) } catch { throw failure(error) }
      }
      return .success
    }
    guard arguments.nanoseconds("duration") > 0 else { throw .usage("--duration must not be 0") }
    try arguments.checkBaselines(needReport: false)
    let limits = try FunctionOption.limits(arguments)
    var context = ExportContext(of: "", by: arguments.tool.name, mode: nil, arguments)
    let baseline = try baseline(arguments, context)
    let exports = try ExportFiles(
      arguments.optionallyNamedFiles("export"),
      of: .functions,
      inputs: InputFiles(arguments.texts(BaselineStore.option.name))
    )
    console.isOutputTaken = exports.takesOutput
    let (rows, call) = try measure(benchmarks, arguments, &console)
    var summary = BenchmarkSummary(
      context: context,
      rows: rows,
      callNanoseconds: call,
      baseline: baseline
    )
    let judgement = limits?.judgement(isValid: summary.reasons.isEmpty, timesOfCommands: true) {
      summary.reading(for: $0)
    }
    context.limits = judgement
    summary.context = context
    return try publish(summary, limits, exports, arguments, &console)
  }

  /// Refuses what has no effect where nothing is timed.
  private static func check(_ arguments: ParsedArguments) throws(CommandFailure) {
    let specification = arguments.specification
    let all = specification.options.map(\.name) + specification.flags.map(\.name)
    let own = [
      FunctionOption.iterations.name, FunctionOption.only.name, FlagSpecification.quiet.name,
    ]
    for name in all where arguments.isGiven(name) && !own.contains(name) {
      throw .usage("--\(name) has no effect with --iterations: nothing is timed")
    }
  }

  private static func failure(_ error: BenchmarkError) -> CommandFailure {
    CommandFailure("\(error)".printable)
  }

  // MARK: Measuring

  /// Measures in this process, or in fresh ones.
  private static func measure(
    _ benchmarks: [Benchmark],
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> (rows: [BenchmarkTimes], call: Double) {
    guard let count = arguments.integerIfGiven(repetitions.name) else {
      return try measureHere(benchmarks, arguments, &console)
    }
    let interrupt = console.interrupt
    var runs: [BenchmarkBaseline] = []
    while runs.count < count, !interrupt.isRequested {
      let number = runs.count + 1
      guard let run = try child(arguments, "repetition \(number)", interrupt) else { break }
      runs.append(run)
      console.note("repetition \(number) of \(count): \(run.isValid ? "valid" : "INVALID")")
    }
    guard let first = runs.first else {
      throw CommandFailure("no repetition came to its end", status: .partial)
    }
    let isStopped = runs.count < count
    let rows = first.rows.indices.map { index in
      var row = BenchmarkTimes(merging: runs.map { $0.rows[index] })
      if isStopped {
        let text = "it was stopped after \(runs.count) of \(count) repetitions"
        row.reasons.append(.reported(.complete, text))
      }
      return row
    }
    return (rows, runs.map(\.callNanoseconds).min() ?? 0)
  }

  private static func measureHere(
    _ benchmarks: [Benchmark],
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> (rows: [BenchmarkTimes], call: Double) {
    let interrupt = console.interrupt
    let meter = BenchmarkMeter(durationNanoseconds: arguments.nanoseconds("duration"))
    let attempts = arguments.integer(BenchAttempts.option.name)
    let short = BenchmarkMeter(durationNanoseconds: 20_000_000)
    let call = try times(of: Benchmark("") {}, short) { false }.fastest
    var rows: [BenchmarkTimes] = []
    console.beginProgress("timing", of: benchmarks.count, unit: "functions")
    for benchmark in benchmarks where !interrupt.isRequested {
      let (row, _) = try BenchAttempts.run(
        atMost: attempts,
        of: benchmark.name,
        &console,
        isLast: { (row: BenchmarkTimes) in row.isValid || interrupt.isRequested }
      ) { _, _ throws(CommandFailure) in
        try times(of: benchmark, meter) { interrupt.isRequested }
      }
      rows.append(row)
      console.progress(to: rows.count)
    }
    console.endProgress()
    return (rows, call)
  }

  private static func times(
    of benchmark: Benchmark,
    _ meter: BenchmarkMeter,
    _ shouldStop: () -> Bool
  ) throws(CommandFailure) -> BenchmarkTimes {
    do { return try meter.measure(benchmark, shouldStop: shouldStop) } catch {
      throw failure(error)
    }
  }

  /// Measures in a fresh process of this program.
  ///
  /// - Returns: what it measured; nil if it was stopped.
  private static func child(
    _ arguments: ParsedArguments,
    _ name: String,
    _ interrupt: Interrupt
  ) throws(CommandFailure) -> BenchmarkBaseline? {
    var words = ["--format=json", "--quiet"]
    for option in [FunctionOption.only.name, "duration", BenchAttempts.option.name]
    where arguments.isGiven(option) {
      words += arguments.texts(option).map { "--\(option)=\($0)" }
    }
    return try BenchChild.run(of: specification.name, words, name: name, interrupt) {
      json throws(BaselineError) in try BenchmarkBaseline(json: json, name: name)
    }
  }

  // MARK: Baselines and reports

  private static func key(_ context: ExportContext) -> BaselineKey {
    BaselineKey(recording: "", app: context.app, mode: nil, kind: .bench)
  }

  private static func baseline(
    _ arguments: ParsedArguments,
    _ context: ExportContext
  ) throws(CommandFailure) -> BenchmarkBaseline? {
    guard let store = try arguments.baselineStore() else { return nil }
    let (text, name) = try store.read(key(context))
    let baseline: BenchmarkBaseline
    do { baseline = try BenchmarkBaseline(json: text, name: name) } catch {
      throw CommandFailure(file: name, "\(error)".printable)
    }
    guard let difference = baseline.difference(from: context.app, on: context.machine) else {
      return baseline
    }
    throw CommandFailure(file: name, "no baseline for these times: \(difference)".printable)
  }

  /// Prints the report, writes all exports, saves a baseline, and says which limits are broken.
  private static func publish(
    _ summary: BenchmarkSummary,
    _ limits: BenchLimits?,
    _ exports: ExportFiles,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let reasons = summary.reasons
    if arguments.wantsJSON {
      console.print(summary.json)
      BenchFrame.complain(of: reasons, to: &console)
    } else {
      let frame = BenchFrame(reasons: reasons, summary.context)
      frame.printHead(to: &console)
      TimeReport(summary: summary).print(to: &console)
      LimitTable.print(summary.context.limits, to: &console)
      frame.printFoot(to: &console)
    }
    let isStopped = reasons.contains { $0.condition == .complete }
    try exports.write(to: &console, isOutputJSON: arguments.wantsJSON, wasInterrupted: isStopped) {
      $0.text(of: .functions(summary))
    }
    if let saved = try arguments.savedBaselineStore() {
      if reasons.isEmpty {
        try saved.save(summary.json.text, key(summary.context), to: &console)
      } else {
        console.complain("no baseline is saved: the figures are INVALID")
      }
    }
    let status = reasons.isEmpty ? ExitStatus.success : .partial
    return limits?.status(summary.context.limits, otherwise: status, &console) ?? status
  }
}
