import KymoReport

/// What `kymo bench` was asked to do: one mode, with the options that have an effect in it.
///
/// A command line with an option that has none, or that lacks what another one needs, is refused here, before
/// anything is read or measured.
enum BenchMode {
  /// One run in this process.
  case run(BenchRunOptions)
  /// Equal runs, each in a fresh process.
  case repetitions(RepetitionOptions)
  /// Runs that differ in one option, each in a fresh process.
  case scan(ScanOptions)
  /// Load that changes, with the same handlers.
  case stages(StageOptions)
  /// Runs at one rate after the other.
  case sweep(SweepOptions)
  /// What can be counted instead of timed; all that can be said is what is counted.
  case counts
  /// One run against a live server.
  case target(LoadOptions)
  /// Runs against a live server, at one rate after the other.
  case targetSweep(SweepOptions)

  /// Reads a command line.
  ///
  /// - Throws: a usage error that names the option and the mode.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    let name = BenchModeName(arguments)
    try Self.check(arguments, in: name)
    switch name {
    case .schedule, .unpaced, .still: self = .run(try BenchRunOptions(arguments, pace: name))
    case .repetitions: self = .repetitions(try RepetitionOptions(arguments))
    case .scan: self = .scan(try ScanOptions(arguments))
    case .stages: self = .stages(try StageOptions(arguments))
    case .sweep: self = .sweep(try SweepOptions(arguments))
    case .counts: self = .counts
    case .target: self = .target(try LoadOptions(arguments))
    case .targetSweep: self = .targetSweep(try SweepOptions(arguments))
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
    if arguments.positionalIfGiven("recording") == nil, !mode.hasTarget {
      throw .usage("<recording> is missing: the .mcap file that gives the events")
    }
    try arguments.check(
      PageOptions.world.map(\.name),
      haveEffectIf: arguments.isGiven(PageOptions.page.name),
      "is for a page, and there is no --page"
    )
    for name in ["duration", "deadline", "timeout"] where arguments.nanosecondsIfGiven(name) == 0 {
      throw .usage("--\(name) must not be 0")
    }
    for name in ["burst", "pauses"] where arguments.isGiven(name) {
      guard arguments.text("arrivals") == "bursts" else {
        throw .usage("--\(name) is for --arrivals bursts")
      }
    }
    let isSampled = arguments.integer(TailTable.sampling.name) > 1
    if isSampled, arguments.isGiven("deadline") {
      throw .usage("--deadline counts every event: it does not go with --sample")
    }
    if isSampled, arguments.isGiven(TailTable.option.name) {
      throw .usage("--tail looks at every event: it does not go with --sample")
    }
    if arguments.isGiven("seed"), !LoadOptions.isRandom(arguments) {
      throw .usage(
        "--seed has no effect: nothing is random with "
          + (mode == .unpaced || mode == .still
            ? mode.rawValue : "--arrivals \(arguments.text("arrivals"))")
      )
    }
    if arguments.flag(PercentilePlot.flag.name), arguments.wantsJSON {
      throw .usage("--plot is for people: it does not go with --format json")
    }
    if arguments.flag(BenchCounts.noReport.name), arguments.isGiven("format") {
      throw .usage("--format has no effect with --no-report")
    }
    _ = try LimitOptions(arguments, isSweep: mode == .sweep || mode == .targetSweep)
    let formats = arguments.optionallyNamedFiles("export").map(\.name)
    let known = ExportFormat.names(for: .counts)
    if mode == .counts, let other = formats.first(where: { !known.contains($0) }) {
      throw .usage("--export \(other) is of times; of counts there are \(known.inWords)")
    }
    _ = try arguments.baselineStore()
    try arguments.savedBaselineStore()?.check()
    if arguments.isGiven(BaselineStore.folder.name), !arguments.isGiven("baseline"),
      !arguments.isGiven(BaselineStore.saving.name)
    {
      throw .usage("--baselines is where --baseline and --save-baseline have their names")
    }
    // Of these the terminal and the JSON say how the figures stand to it.
    let isCompared = [BenchModeName.counts, .sweep, .targetSweep].contains(mode)
    if !isCompared, arguments.isGiven("baseline"), !formats.contains(HTMLExport.name) {
      throw .usage("--baseline is for the report; add --export html")
    }
  }
}
