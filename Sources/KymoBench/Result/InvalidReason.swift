/// Why the figures of a load run must not be compared with those of another.
public enum InvalidReason: Sendable, Equatable, CustomStringConvertible {
  /// It was stopped after so many of the planned events.
  case interrupted(offered: Int, planned: Int)
  /// All its events belong to the warm-up, or were lost.
  case nothingMeasured
  /// Too few events were measured, or all were due at once: there is no rate.
  case noRate
  /// The system did less than it was asked to, in events/s.
  case rateNotAchieved(offered: Double, achieved: Double)
  /// The generator was behind its schedule: the 99th percentile of its slip and the limit, in ns.
  case generatorLate(p99: Int64, limit: Int64)
  /// The dispatcher was ready and had no core for so long, in ns, of a run of so many, with the limit as a share.
  case preempted(nanoseconds: Int64, of: Int64, limit: Double)
  /// Events were lost.
  case dropped(LoadDrop)
  /// So many times were too long for the histograms.
  case outOfRange(Int64)
  /// A statement of another process on its run, or a finding of several runs together.
  case reported(RunCondition, String)

  /// One sentence.
  public var description: String {
    switch self {
    case .interrupted(let offered, let planned):
      "the run was stopped after \(offered) of \(planned) events"
    case .nothingMeasured: "no event was measured after the warm-up"
    case .noRate: "no rate was measured: that takes two events which are due one after the other"
    case .rateNotAchieved(let offered, let achieved):
      "\(Self.rate(achieved)) events/s were achieved of \(Self.rate(offered)) offered"
    case .generatorLate(let p99, let limit):
      "the generator was late: the 99th percentile of its slip is \(Self.slip(p99, limit)); "
        + "other work on the machine, or too high a rate"
    case .preempted: preemption(of: "the dispatcher") ?? ""
    case .dropped(let drop): drop.sentence
    case .outOfRange(let count): "\(count) times exceed one hour"
    case .reported(_, let text): text
    }
  }

  /// The reason that a thread had no core for more of its time than is allowed; nil if it had.
  ///
  /// - Parameters:
  ///   - delay: how long it was ready and had no core, in ns; nil if nobody knows.
  ///   - elapsed: of how long, in ns.
  ///   - limit: the share that is allowed.
  /// - Returns: the reason.
  package static func preempted(for delay: Int64?, of elapsed: Int64, limit: Double)
    -> InvalidReason?
  {
    guard let delay, elapsed > 0, Double(delay) > limit * Double(elapsed) else { return nil }
    return .preempted(nanoseconds: delay, of: elapsed, limit: limit)
  }

  /// The sentence on who had no core; nil of another reason.
  func preemption(of who: String) -> String? {
    guard case .preempted(let delay, let elapsed, let limit) = self else { return nil }
    return
      "\(who) was preempted: it was ready and had no core for \(Self.milliseconds(delay)) ms of "
      + "\(Self.milliseconds(elapsed)) ms, the limit is \(Self.tenths(limit * 100)) %; other work on the machine"
  }

  /// A time and its limit, in a unit in which they differ.
  private static func slip(_ time: Int64, _ limit: Int64) -> String {
    milliseconds(time) == milliseconds(limit)
      ? "\(tenths(Double(time) / 1e3)) µs, the limit \(tenths(Double(limit) / 1e3)) µs"
      : "\(milliseconds(time)) ms, the limit \(milliseconds(limit)) ms"
  }

  static func milliseconds(_ nanoseconds: Int64) -> Double { tenths(Double(nanoseconds) / 1e6) }

  /// Tenths, or what is left of a rate that has few of them.
  static func rate(_ perSecond: Double) -> Double {
    perSecond < 10 ? (perSecond * 1e4).rounded() / 1e4 : tenths(perSecond)
  }

  static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
