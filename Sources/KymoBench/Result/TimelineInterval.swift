import KymoHistogram

/// One interval of a ``LatencyTimeline``.
public struct TimelineInterval: Sendable, Equatable {
  /// How many events were due in it and were dispatched.
  public var count: Int64
  /// Their median in ns, to one digit; nil below 20 events.
  public var p50: Int64?
  /// Their 99th percentile in ns, to one digit; nil below 1,000 events.
  public var p99: Int64?
  /// The longest response time in ns; 0 if there is none.
  public var max: Int64

  /// States the figures of an interval.
  public init(count: Int64, p50: Int64?, p99: Int64?, max: Int64) {
    self.count = count
    self.p50 = p50
    self.p99 = p99
    self.max = max
  }

  /// Sums up a histogram; `max` is exact.
  init(_ histogram: Histogram, max: Int64) {
    let summary = LatencySummary(histogram)
    count = summary.count
    p50 = summary.p50.map { Swift.min($0, max) }
    p99 = summary.p99.map { Swift.min($0, max) }
    self.max = max
  }
}
