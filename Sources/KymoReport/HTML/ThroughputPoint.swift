import KymoBench

/// A run of a sweep as its figure shows it: what was offered, what was done, and how long it took.
struct ThroughputPoint: Equatable {
  /// The rate that was asked for, in events/s.
  var rate: Double
  /// The mean rate at which events were due, in events/s.
  var offered: Double
  /// The mean rate at which they were done, in events/s.
  var achieved: Double
  /// The response times; nil if the command did not occur.
  var response: LatencySummary?
  /// Whether the objectives were kept at this rate.
  var isKept: Bool
  /// The verdict on the run, in a word.
  var verdict: String

  /// The point of a step, of one command or of all together.
  init(_ step: SweepStep, of command: String?) {
    rate = step.rate
    offered = step.offeredRate
    achieved = step.achievedRate
    response = step.response(of: command)
    isKept = step.isKept
    verdict = step.verdict
  }
}
