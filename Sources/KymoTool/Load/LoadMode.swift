import KymoCommandLine
import KymoReport

/// The task that `kymo load` was given.
enum LoadMode {
  /// `--sweep`.
  static let sweep = FlagSpecification(
    "sweep",
    help: "Find the highest rate that meets the objective of --slo, starting at --rate."
  )

  /// One run at a rate.
  case run(LoadOptions)
  /// One run after the other.
  case sweep(SweepOptions)

  /// Reads a command line.
  ///
  /// - Throws: a usage error that names what is of the other mode, or does not go together.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    guard arguments.flag(Self.sweep.name) else {
      if arguments.isGiven(SweepOptions.resolution.name) {
        throw .usage("--resolution is for --sweep")
      }
      try LoadOptions.check(arguments)
      try PercentilePlot.check(arguments)
      try LiveLine.check(arguments)
      _ = try LimitOptions(arguments, isSweep: false)
      try arguments.checkBaselines(needReport: true)
      self = .run(try LoadOptions(arguments))
      return
    }
    for name in [
      LoadOption.deadline.name, LimitOptions.misses.name, PercentilePlot.flag.name,
      LiveLine.flag.name,
    ]
    where arguments.isGiven(name) {
      throw .usage("--\(name) is for one run, not for --sweep")
    }
    guard arguments.isGiven(LimitOptions.slo.name) else {
      throw .usage("--sweep needs an objective: --slo p99=100us")
    }
    self = .sweep(try SweepOptions(arguments))
  }
}
