public import KymoHistogram

/// The percentiles of many times in ns, as far as there are enough of them.
///
/// A percentile is given only if at least ten values are expected above it: p99 takes 1,000 values,
/// p99.99 takes 100,000. Fewer would be an anecdote with decimals. Values are the highest of their
/// bucket, exact to 3 digits.
public struct LatencySummary: Sendable, Equatable {
  /// How many values there are.
  public var count: Int64
  /// How many more there were beyond an hour; they are in none of the other figures.
  public var outOfRangeCount: Int64
  /// The median in ns; nil below 20 values.
  public var p50: Int64?
  /// The 90th percentile in ns; nil below 100 values.
  public var p90: Int64?
  /// The 99th percentile in ns; nil below 1,000 values.
  public var p99: Int64?
  /// The 99.9th percentile in ns; nil below 10,000 values.
  public var p999: Int64?
  /// The 99.99th percentile in ns; nil below 100,000 values.
  public var p9999: Int64?
  /// The largest value in ns; 0 if there is none.
  public var max: Int64
  /// The mean in ns; 0 if there is no value.
  public var mean: Double
  /// The mean of the values between the 5th and the 95th percentile in ns; nil below 20 values.
  ///
  /// Neither the few events that were interrupted nor the steps of the clock show in it: what two builds
  /// cost is compared by this.
  public var trimmedMean: Double?

  /// Sums up a histogram.
  public init(_ histogram: Histogram) {
    func value(_ percentile: Double, from minimumCount: Int64) -> Int64? {
      histogram.totalCount >= minimumCount ? histogram.value(atPercentile: percentile) : nil
    }
    count = histogram.totalCount
    outOfRangeCount = histogram.outOfRangeCount
    // n (1 - q) >= 10, in whole numbers.
    p50 = value(50, from: 20)
    p90 = value(90, from: 100)
    p99 = value(99, from: 1000)
    p999 = value(99.9, from: 10_000)
    p9999 = value(99.99, from: 100_000)
    max = histogram.max
    mean = histogram.mean
    trimmedMean = Self.trimmedMean(histogram)
  }

  private static func trimmedMean(_ histogram: Histogram) -> Double? {
    let total = histogram.totalCount
    guard total >= 20 else { return nil }
    let kept = total / 20..<total - total / 20
    var sum = 0.0
    for bucket in histogram.recordedBuckets {
      let first = bucket.cumulativeCount - bucket.count
      let count = (first..<bucket.cumulativeCount).clamped(to: kept).count
      sum += Double(count) * (Double(bucket.lowest) + Double(bucket.highest)) / 2
    }
    return sum / Double(kept.count)
  }
}
