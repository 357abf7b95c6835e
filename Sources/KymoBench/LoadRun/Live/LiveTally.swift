import KymoHistogram

/// Turns what was counted since the start of a run into what was counted in each second.
struct LiveTally {
  /// One event in so many is timed.
  let sampleInterval: Int
  /// How response times are counted.
  let layout: HistogramLayout
  private var previous: [Int64]
  private var elapsed: Int64 = 0

  /// Begins with nothing.
  init(layout: HistogramLayout, sampleInterval: Int) {
    self.layout = layout
    self.sampleInterval = sampleInterval
    previous = Array(repeating: 0, count: layout.bucketCount)
  }

  /// Takes what was counted by now.
  ///
  /// - Parameters:
  ///   - now: how long the run went on, in ns.
  ///   - counts: how many response times there were in each bucket since the start; nil if that could not be read.
  ///   - drops: how many events were dropped since the start.
  /// - Returns: the time since the last of these.
  mutating func second(at now: Int64, _ counts: [Int64]?, drops: UInt64?) -> LiveSecond {
    let span = now - elapsed
    elapsed = now
    guard let counts, span > 0 else {
      return LiveSecond(elapsedNanoseconds: now, rate: nil, drops: drops)
    }
    let histogram = Histogram(layout: layout)
    for index in counts.indices where counts[index] > previous[index] {
      histogram.record(
        layout.highestEquivalent(ofIndex: index),
        count: counts[index] - previous[index]
      )
    }
    previous = counts
    let summary = LatencySummary(histogram)
    return LiveSecond(
      elapsedNanoseconds: now,
      rate: Double(summary.count) * Double(sampleInterval) * 1e9 / Double(span),
      p50: summary.p50,
      p99: summary.p99,
      drops: drops
    )
  }
}
