import KymoCommandLine
import KymoReport

/// The task that `kymo bench` was given: one mode, with the options that have an effect in it.
///
/// A command line with an option that has none, or that lacks what another one needs, is refused here, before
/// anything is read or measured.
enum BenchMode {
  /// One run in this process.
  case run(BenchRunOptions)
  /// Equal runs, each in a fresh process.
  case repetitions(RepetitionOptions)
  /// Load that changes, with the same handlers.
  case stages(StageOptions)
  /// No run: the handlers are listed.
  case handlers

  /// Reads a command line.
  ///
  /// - Throws: a usage error that names the option and the mode.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    let name = BenchModeName(arguments)
    try Self.check(arguments, in: name)
    switch name {
    case .schedule, .unpaced, .still: self = .run(try BenchRunOptions(arguments, pace: name))
    case .repetitions: self = .repetitions(try RepetitionOptions(arguments))
    case .stages: self = .stages(try StageOptions(arguments))
    case .handlers: self = .handlers
    }
  }

  /// Refuses what has no effect in a mode, and what does not go together in any.
  private static func check(
    _ arguments: ParsedArguments,
    in mode: BenchModeName
  ) throws(CommandFailure) {
    let specification = arguments.specification
    for name in specification.options.map(\.name) + specification.flags.map(\.name)
    where arguments.isGiven(name) {
      if let refusal = mode.refusal(of: name) { throw .usage(refusal) }
    }
    try PageOptions.checkWorld(arguments)
    try LoadOptions.check(arguments)
    if TailTable.isSampled(arguments), arguments.isGiven(TailTable.option.name) {
      throw .usage("--tail times every event: it excludes --sample")
    }
    if arguments.flag(BenchRunOptions.noReport.name), arguments.isGiven("format") {
      throw .usage("--format has no effect with --no-report")
    }
    try PercentilePlot.check(arguments)
    try LiveLine.check(arguments)
    _ = try LimitOptions(arguments, isSweep: false)
    try arguments.checkBaselines(needReport: true)
  }
}
