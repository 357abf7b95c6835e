extension Histogram {
  /// The percentile distribution, in steps that get finer towards 100.
  ///
  /// The distance to 100 is halved again and again, each half in `ticksPerHalfDistance` steps; the last row is
  /// 100. It is the sequence of rows of HdrHistogram's percentile output, which uses 5.
  ///
  /// - Precondition: `ticksPerHalfDistance` is in `1...1_000_000`.
  public func percentileSteps(ticksPerHalfDistance: Int = 5) -> PercentileSteps {
    precondition(1...1_000_000 ~= ticksPerHalfDistance)
    return PercentileSteps(buckets: recordedBuckets, ticks: Double(ticksPerHalfDistance))
  }
}

/// The rows of a percentile distribution, from 0 to 100.
public struct PercentileSteps: Sequence, IteratorProtocol {
  var buckets: RecordedBuckets
  let ticks: Double
  var current: HistogramBucket?
  var target = 0.0
  var reachedTotal = false
  var isFinished = false

  init(buckets: RecordedBuckets, ticks: Double) {
    self.buckets = buckets
    self.ticks = ticks
    self.current = self.buckets.next()
  }

  /// The next row, or nil after the one for 100; an empty histogram has no rows.
  public mutating func next() -> PercentileStep? {
    let total = buckets.histogram.totalCount
    guard !isFinished, var bucket = current else { return nil }
    while 100 * Double(bucket.cumulativeCount) / Double(total) < target {
      guard let following = buckets.next() else { break }
      bucket = following
      current = following
    }
    isFinished = reachedTotal
    reachedTotal = bucket.cumulativeCount >= total
    let step = PercentileStep(
      percentile: isFinished ? 100 : target,
      value: bucket.highest,
      cumulativeCount: bucket.cumulativeCount
    )
    if target < 100 {
      // The exponent of a Double is the exact floor of its binary logarithm.
      let halvings = (100 / (100 - target)).exponent + 1
      target += 100 / (ticks * Double(sign: .plus, exponent: halvings, significand: 1))
    }
    return step
  }
}
