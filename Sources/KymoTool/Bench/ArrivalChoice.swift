import KymoCommandLine

/// When events are due, as the command line says it.
enum ArrivalChoice: Equatable {
  /// The recording's own timing, scaled to the rate; even, if it has none.
  case recorded
  /// At equal distances.
  case constant
  /// At random.
  case poisson(seed: UInt64)
  /// So many at once; a seed for random pauses.
  case bursts(size: Int, seed: UInt64?)
  /// Of a stage whose rate goes in a straight line from one to another, in events/s.
  case ramp(from: Double, to: Double)
  /// All at once: without a schedule.
  case immediate

  /// Reads `--arrivals` and what belongs to it.
  init(_ arguments: ParsedArguments) {
    switch arguments.text("arrivals") {
    case "constant": self = .constant
    case "poisson": self = .poisson(seed: arguments.seed("seed"))
    case "bursts":
      let isRandom = arguments.text("pauses") == "random"
      self = .bursts(
        size: arguments.integer("burst"),
        seed: isRandom ? arguments.seed("seed") : nil
      )
    default: self = .recorded
    }
  }
}
