/// How the response times of a load run went over its time.
///
/// The run is cut into at most 256 intervals, as many as have some 2,000 events each, but at least
/// 32. An event belongs to the interval in which it was due, so that a stall shows where it began.
public struct LatencyTimeline: Sendable, Equatable {
  /// How long an interval is, in ns; the first begins with the run.
  public let intervalNanoseconds: Int64
  /// The intervals, in order; none if there was no schedule.
  public let intervals: [TimelineInterval]

  /// No interval, as of what had no schedule.
  package static var none: LatencyTimeline {
    LatencyTimeline(intervalNanoseconds: 1, intervals: [])
  }

  /// Takes intervals of equal length.
  public init(intervalNanoseconds: Int64, intervals: [TimelineInterval]) {
    self.intervalNanoseconds = intervalNanoseconds
    self.intervals = intervals
  }

  /// How long all intervals are together, in ns, at most `Int64.max`.
  public var nanoseconds: Int64 {
    let product = intervalNanoseconds.multipliedReportingOverflow(by: Int64(intervals.count))
    return product.overflow ? .max : product.partialValue
  }
}
