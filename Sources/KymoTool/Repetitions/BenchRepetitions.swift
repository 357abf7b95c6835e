import KymoBench
import KymoBridge
import KymoDevice
import KymoRecording
import KymoReport

/// `kymo bench --repetitions N`: equal runs, each in a fresh process.
enum BenchRepetitions {
  /// `--repetitions N`.
  static let option = OptionSpecification(
    "repetitions",
    "N",
    kind: .integer(1...1000),
    help: "Measure so often, each time in a fresh process, and show how far the runs differ."
  )

  /// What only the process that the user started has to know.
  private static let own: Set<String> = [
    option.name, "format", "export", "baseline", "quiet", PercentilePlot.flag.name,
  ]

  /// The command line of one repetition: the same, but for what is made of the result.
  static func command(_ program: String, _ arguments: ParsedArguments) -> [String] {
    let specification = arguments.specification
    var words = [program, specification.name]
    for option in specification.options
    where arguments.isGiven(option.name) && !own.contains(option.name) {
      words += arguments.texts(option.name).map { "--\(option.name)=\($0)" }
    }
    for flag in specification.flags where arguments.flag(flag.name) && !own.contains(flag.name) {
      words.append("--\(flag.name)")
    }
    words += ["--format=json", "--quiet", "--"]
    return words + specification.positionals.flatMap { arguments.positionals($0.name) }
  }

  static func run(
    _ options: RepetitionOptions,
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let baseline = try BaselineFile(arguments)
    if let baseline { try baseline.check(subject(options, arguments)) }
    let exports = try BenchCommand.exportFiles(arguments)
    console.isOutputTaken = exports.takesOutput
    let start = UnsafeWallClock.nanoseconds()
    let (set, measured) = try measure(options, arguments, &console)
    guard let result = LoadResult(merging: set), var context = measured else {
      throw CommandFailure("no repetition came to its end", status: .partial)
    }
    context.program = ToolContext.program
    context.seed = options.load.seed
    context.startNanoseconds = start
    context.commit = BenchCommand.commit
    context.baseline = baseline?.baseline
    context.tool = arguments.tool.name
    let outcome = BenchOutcome(result: result, context: context, arguments)
    return try outcome.publish(exports, to: &console) { console in
      RepetitionReport(result: result, set: set).print(to: &console)
    }
  }

  /// Makes the runs, one after the other, until there are enough or somebody stops them.
  private static func measure(
    _ options: RepetitionOptions,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> (set: RepetitionSet, context: ExportContext?) {
    let wanted = options.count
    // The program that is running, even if another was built in its place.
    let command = command("/proc/self/exe", arguments)
    let interrupt = console.interrupt
    var repetitions: [Repetition] = []
    var context: ExportContext?
    while repetitions.count < wanted, !interrupt.isRequested {
      let number = repetitions.count + 1
      let outcome = try UnsafeChildProcess.run(command) { interrupt.isRequested }
      if outcome.end == .interrupted { break }
      let failure = "repetition \(number) failed, \(outcome.ending): "
      guard [.exited(0), .exited(3)].contains(outcome.end) else {
        throw CommandFailure(failure + outcome.lastLines(2))
      }
      let repetition: ReportedRun
      do {
        repetition = try ReportedRun(json: String(decoding: outcome.output, as: UTF8.self))
      } catch { throw CommandFailure(failure + "\(error)") }
      if context == nil { context = repetition.context }
      repetitions.append(repetition.repetition.compacted)
      console.note(
        "repetition \(number) of \(wanted): \(repetition.result.verdictText)"
      )
    }
    return (RepetitionSet(repetitions, wanted: wanted), context)
  }

  /// What is about to be measured, to hold a baseline against before anything is.
  private static func subject(
    _ options: RepetitionOptions,
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> BenchSubject {
    let source = try BenchSource(arguments)
    return source.subject(
      try source.workload(source.instance(), limit: options.load.workloadLimit)
    )
  }
}
