import KymoCommandLine
import KymoReport

/// What can be said about load in stages.
struct StageOptions {
  /// The stages, each with its load; only the first has a warm-up.
  let loads: [LoadOptions]
  /// How much time is wasted on every event, in ns.
  let handicapNanoseconds: Int

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
    var loads: [LoadOptions] = []
    for text in texts {
      let stage = try LoadStage(text: text)
      loads.append(try LoadOptions(arguments, stage: stage, isFirst: loads.isEmpty))
    }
    self.loads = loads
    handicapNanoseconds = arguments.integer("handicap")
  }
}
