import KymoBench
import KymoCommandLine
import KymoReport

/// The options of load in stages.
struct StageOptions {
  /// The stages as they were typed.
  let stages: [LoadStage]
  /// The load of each; only the first has a warm-up.
  let loads: [LoadOptions]
  /// How much time is wasted on every event, in ns.
  let handicapNanoseconds: Int
  /// Whether each second of them is shown.
  let isLive: Bool

  /// How many events of a recording are read at most: one more than are offered.
  var workloadLimit: Int {
    let count = loads.reduce(0) { $0 + $1.eventCount }
    return Int(min(count, Double(LoadOptions.maximumWorkload - 1))) + 1
  }

  /// Reads the options.
  ///
  /// - Throws: a usage error if a stage is none, or the load is no load.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    try ExportFiles.check(arguments, are: .stages, called: "stages")
    let texts = arguments.texts(LoadStage.option.name)
    guard texts.count <= LoadStage.maximumCount else {
      throw .usage("there are at most \(LoadStage.maximumCount) stages")
    }
    var stages: [LoadStage] = []
    var loads: [LoadOptions] = []
    for text in texts {
      let stage = try LoadStage(text: text)
      if stage.rate.single == nil { try Self.checkRamp(text, arguments) }
      stages.append(stage)
      loads.append(try LoadOptions(arguments, stage: stage, isFirst: loads.isEmpty))
    }
    self.stages = stages
    self.loads = loads
    handicapNanoseconds = arguments.integer("handicap")
    isLive = arguments.flag(LiveLine.flag.name)
  }

  /// Refuses arrivals that a ramp does not have: its events come one by one.
  private static func checkRamp(
    _ text: String,
    _ arguments: ParsedArguments
  ) throws(CommandFailure) {
    let arrivals = arguments.text(LoadOption.arrivals.name)
    guard arguments.isGiven(LoadOption.arrivals.name), arrivals != "constant" else { return }
    throw .usage(
      "--stage \(text) is a ramp, whose events come one by one: it does not go with --arrivals \(arrivals)"
    )
  }
}
