/// One run of a sweep: a point of the throughput/latency curve.
public struct SweepStep: Sendable, Equatable {
  /// The rate that was asked for, in events/s.
  public var rate: Double
  /// The mean rate at which the measured events were due, in events/s.
  public var offeredRate: Double
  /// The mean rate at which they were done, in events/s.
  public var achievedRate: Double
  /// Whether the figures mean anything.
  public var isValid: Bool
  /// Whether the generator could not send the events in time, or the dispatcher was kept from its core, although it had
  /// time to spare, so that nothing is known of the rate.
  public var isUnoffered: Bool
  /// Whether the run was stopped before its end, so that it says nothing about the rate.
  public var isInterrupted: Bool
  /// Why the objectives were not kept; empty if they were.
  public var shortcomings: [SweepShortcoming]
  /// The response times of all commands together.
  public var response: LatencySummary
  /// Those of each command, in the order of the ids.
  public var commands: [(name: String, response: LatencySummary)]

  /// Whether the run is valid and kept every objective.
  public var isKept: Bool { shortcomings.isEmpty }

  /// The verdict on the run, in a word.
  public var verdict: String {
    if isInterrupted { return "interrupted" }
    if isKept { return "kept" }
    if isUnoffered { return "not known" }
    return isValid ? "not kept" : "INVALID"
  }

  /// Judges the result of a run at `rate`.
  init(_ result: LoadResult, rate: Double, objectives: [LatencyObjective]) {
    self.rate = rate
    offeredRate = result.offered.rate
    achievedRate = result.measured.rate
    isValid = result.valid
    isInterrupted = result.offered.isInterrupted
    // A queue that is full makes the generator late, too.
    let conditions = Set(result.reasons.map(\.condition))
    isUnoffered =
      !conditions.isDisjoint(with: [.generator, .core])
      && conditions.isSubset(of: [.generator, .core, .rate])
      && Self.busyShare(result) < Self.idleShare
    shortcomings =
      result.reasons.map { .invalid($0) } + objectives.compactMap { $0.shortcoming(of: result) }
    response = result.overall.response
    commands = result.commands.map { ($0.name, $0.response) }
  }

  /// The share of the time in which a dispatcher that is the limit is busy at least.
  static let idleShare = 0.9

  /// The share of the time in which the dispatcher was busy with measured events.
  private static func busyShare(_ result: LoadResult) -> Double {
    let duration = result.measured.durationNanoseconds
    guard result.overall.service.count > 0, duration > 0 else { return 1 }
    return result.overall.service.mean * Double(result.overall.count) / Double(duration)
  }

  /// The response times of a command, of all together for nil; nil if it did not occur.
  public func response(of command: String?) -> LatencySummary? {
    guard let command else { return response }
    return commands.first { $0.name == command }?.response
  }

  /// Whether two steps say the same.
  public static func == (left: SweepStep, right: SweepStep) -> Bool {
    left.rate == right.rate && left.offeredRate == right.offeredRate
      && left.achievedRate == right.achievedRate && left.isValid == right.isValid
      && left.isInterrupted == right.isInterrupted && left.isUnoffered == right.isUnoffered
      && left.shortcomings == right.shortcomings
      && left.response == right.response
      && left.commands.elementsEqual(right.commands) { $0 == $1 }
  }
}
