/// Why the figures of a load run must not be compared with those of another.
public enum InvalidReason: Sendable, Equatable, CustomStringConvertible {
  /// It was stopped after so many of the planned events.
  case interrupted(offered: Int, planned: Int)
  /// All its events belong to the warm-up, or were lost.
  case nothingMeasured
  /// The system did less than it was asked to, in events/s.
  case rateNotAchieved(offered: Double, achieved: Double)
  /// The generator was behind its schedule: the 99th percentile of its slip and the limit, in ns.
  case generatorLate(p99: Int64, limit: Int64)
  /// Events were lost.
  case dropped(LoadDrop)
  /// So many times were too long for the histograms.
  case outOfRange(Int64)
  /// What another process said of its run, or what several runs show together.
  case reported(RunCondition, String)

  /// One sentence.
  public var description: String {
    switch self {
    case .interrupted(let offered, let planned):
      "the run was stopped after \(offered) of \(planned) events"
    case .nothingMeasured: "no event was measured after the warm-up"
    case .rateNotAchieved(let offered, let achieved):
      "\(Self.tenths(achieved)) events/s were achieved of \(Self.tenths(offered)) offered"
    case .generatorLate(let p99, let limit):
      "the generator was late: the 99th percentile of its slip is \(Self.milliseconds(p99)) ms, the "
        + "limit \(Self.milliseconds(limit)) ms; other work on the machine, or too high a rate"
    case .dropped(let drop): "\(drop.count) events were lost (\(drop.place.rawValue))"
    case .outOfRange(let count): "\(count) times exceed one hour"
    case .reported(_, let text): text
    }
  }

  static func milliseconds(_ nanoseconds: Int64) -> Double { tenths(Double(nanoseconds) / 1e6) }

  static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
