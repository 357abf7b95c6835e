import KymoBench
import KymoReport

/// What can be said about a sweep.
struct SweepOptions {
  /// The load of each step, but for its rate.
  let load: LoadOptions
  /// The objectives as they were typed, and what they say; one at least.
  let objectives: [(text: String, value: LatencyObjective)]
  /// Where the search starts, in events/s; nil to choose.
  let startRate: Double?
  /// How much too low the rate may be that is found, as a share.
  let resolution: Double
  /// The name of the arrivals.
  let arrivals: String

  /// Reads the options.
  ///
  /// - Throws: a usage error that says what is missing, or is of one run only.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    if arguments.texts("slo").isEmpty {
      throw .usage("--sweep needs an objective: --slo p99=100us")
    }
    for wish in arguments.optionallyNamedFiles("export")
    where !ExportFormat.names(for: .sweep).contains(wish.name) {
      throw .usage(
        "--export \(wish.name) is of one run; of a sweep there are "
          + ExportFormat.names(for: .sweep).inWords
      )
    }
    load = try LoadOptions(arguments)
    var objectives: [(text: String, value: LatencyObjective)] = []
    for text in arguments.texts("slo") {
      objectives.append((text, try LatencyObjective(text: text)))
    }
    self.objectives = objectives
    startRate = arguments.isGiven("rate") ? arguments.number("rate") : nil
    resolution = arguments.number("resolution") / 100
    arrivals = arguments.text("arrivals")
  }
}
