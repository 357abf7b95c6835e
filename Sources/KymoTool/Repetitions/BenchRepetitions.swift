import KymoBench
import KymoBridge
import KymoCommandLine
import KymoRecording
import KymoReport
import KymoTrials

/// `kymo bench --repetitions N`: equal runs, each in a fresh process.
enum BenchRepetitions {
  /// `--repetitions N`.
  static let option = OptionSpecification(
    "repetitions",
    "N",
    kind: .integer(1...1000),
    help: "Measure N times, in fresh processes."
  )

  static func run(
    _ options: RepetitionOptions,
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let source = try BenchSource(arguments)
    let workload = try source.workload(source.instance(), limit: options.load.workloadLimit)
    let baseline = try BaselineFile(arguments, of: source.subject(workload))
    let wishes = try LimitOptions(arguments, isSweep: false)
    let limits = try wishes.isEmpty ? nil : BenchLimits(wishes, arguments, source)
    let exports = try BenchCommand.exportFiles(arguments)
    console.isOutputTaken = exports.takesOutput
    let start = UnsafeWallClock.nanoseconds()
    let (set, measured) = try measure(
      options.count,
      BenchChild.words(arguments),
      Preparation(arguments),
      &console
    )
    guard let result = LoadResult(merging: set), var context = measured else {
      throw CommandFailure("no repetition finished", status: .partial)
    }
    context.program = ToolContext.program
    context.environment = .current(arguments)
    context.seed = options.load.seed
    context.startNanoseconds = start
    context.commit = BenchCommand.commit
    context.baseline = baseline?.baseline
    context.tool = arguments.tool.name
    let one = try BenchRunOptions(arguments, pace: .schedule)
    let busy = try BusyMachineReport(after: result, one, source, workload, arguments, &console)
    let outcome = try BenchOutcome(
      result: result,
      context: context,
      arguments,
      limits: limits,
      plannedRate: options.load.rate,
      busy: busy
    )
    return try outcome.publish(exports, to: &console) { console in
      RepetitionReport(result: result, set: set).print(to: &console)
    }
  }

  /// Makes the runs, one after the other, until there are enough or somebody stops them.
  ///
  /// - Parameters:
  ///   - wanted: how many.
  ///   - words: those of each, behind the name of the command.
  ///   - preparation: what is done before each; nil if nothing is.
  ///   - subject: of what they are, for messages: `queue=64`; nil if there is nothing else.
  ///   - console: told of each.
  /// - Returns: the runs, and of what the first was; nil if there is none.
  /// - Throws: that one failed, and what it said.
  static func measure(
    _ wanted: Int,
    _ words: [String],
    _ preparation: Preparation?,
    of subject: String? = nil,
    _ console: inout Console
  ) throws(CommandFailure) -> (set: RepetitionSet, context: ExportContext?) {
    let prefix = subject.map { $0 + ", " } ?? ""
    let interrupt = console.interrupt
    var repetitions: [Repetition] = []
    var context: ExportContext?
    while repetitions.count < wanted, !interrupt.isRequested {
      let name = "\(prefix)repetition \(repetitions.count + 1)"
      try preparation?.run(before: name, interrupt)
      if interrupt.isRequested { break }
      let made = try BenchChild.run(words, name: name, interrupt) { json throws(BaselineError) in
        try ReportedRun(json: json)
      }
      guard let repetition = made else { break }
      if context == nil { context = repetition.context }
      repetitions.append(repetition.repetition.compacted)
      console.note("\(name) of \(wanted): \(repetition.result.validity.word)")
    }
    return (RepetitionSet(repetitions, wanted: wanted), context)
  }
}
