/// Why there is no plan of arrivals as asked for.
public enum ArrivalPlanError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The rate is not in ``ArrivalPlan/rateRange``, in events/s.
  case rate(Double)
  /// The speed is not in ``ArrivalPlan/speedRange``.
  case speed(Double)
  /// The size of bursts is not in ``ArrivalPlan/burstRange``.
  case burst(Int)
  /// The length is no time, or fewer than one event.
  case emptyLength
  /// The ramp is longer than ``ArrivalPlan/longestRampNanoseconds``, in ns.
  case longRamp(Int64)
  /// There are no timestamps.
  case noTimestamps
  /// The timestamp at this index is earlier than the one before.
  case unordered(index: Int)
  /// All timestamps are equal: there is no timing to scale, nor a period to repeat.
  case noDuration
  /// An event would start more than 2⁶³ ns after the first.
  case tooLong

  /// One sentence that says what is wrong.
  public var description: String {
    switch self {
    case .rate(let rate):
      "a rate of \(rate) events/s is not in \(ArrivalPlan.rateRange)"
    case .speed(let speed): "a speed of \(speed) is not in \(ArrivalPlan.speedRange)"
    case .burst(let size): "a burst of \(size) events is not in \(ArrivalPlan.burstRange)"
    case .emptyLength: "a run of no length has no events"
    case .longRamp(let nanoseconds):
      "a ramp of \(nanoseconds) ns is longer than \(ArrivalPlan.longestRampNanoseconds) ns"
    case .noTimestamps: "a recording without events has no timing"
    case .unordered(let index): "timestamp \(index) is earlier than the one before it"
    case .noDuration: "all events of the recording have one timestamp: there is no timing to scale"
    case .tooLong: "the run is longer than 292 years"
    }
  }
}
