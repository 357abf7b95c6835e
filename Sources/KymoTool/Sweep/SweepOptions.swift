import KymoBench
import KymoCommandLine
import KymoReport

/// The options of a sweep.
struct SweepOptions {
  /// `--slo [COMMAND:]PERCENTILE=TIME`.
  static let objective = OptionSpecification(
    LimitOptions.slo.name,
    LimitOptions.slo.placeholder,
    isRepeatable: true,
    isRequired: true,
    help: "The objective: p99=100us, accel:max=5ms."
  )
  /// `--resolution PERCENT`.
  static let resolution = OptionSpecification(
    "resolution",
    "PERCENT",
    kind: .number(0.1...100),
    default: "5",
    help: "How far below the true rate the result may be."
  )

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
  /// The limits that the knee is compared with, or the limit that it becomes.
  let limits: LimitOptions

  /// Reads the options.
  ///
  /// - Throws: a usage error that says what is of one run only, or does not go together.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    try ExportFiles.check(arguments, are: .sweep, called: "a sweep")
    try LoadOptions.check(arguments)
    limits = try LimitOptions(arguments, isSweep: true)
    try arguments.checkBaselines(needReport: false)
    load = try LoadOptions(arguments)
    var objectives: [(text: String, value: LatencyObjective)] = []
    for text in arguments.texts(LimitOptions.slo.name) {
      objectives.append((text, try LatencyObjective(text: text)))
    }
    self.objectives = objectives
    startRate = arguments.isGiven("rate") ? arguments.number("rate") : nil
    resolution = arguments.number(Self.resolution.name) / 100
    arrivals = arguments.text(LoadOption.arrivals.name)
  }
}
