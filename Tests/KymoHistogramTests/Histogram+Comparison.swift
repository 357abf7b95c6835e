import KymoHistogram
import KymoTestSupport

extension Histogram {
  /// What an encoding keeps: the layout, and each bucket with its count.
  func hasSameContent(as other: Histogram) -> Bool {
    layout == other.layout && totalCount == other.totalCount && min == other.min
      && max == other.max && Array(recordedBuckets) == Array(other.recordedBuckets)
  }

  /// A histogram of random settings with random values.
  static func random(using random: inout SeededRandom) -> Histogram {
    let lowest = ([1, 1, 1000, 20_000] as [Int64]).randomElement(using: &random) ?? 1
    let highest = 2 * lowest + random.spread(upTo: .max / 4)
    let digits = Int.random(in: 1...2, using: &random)
    let histogram = Histogram(lowest: lowest, highest: highest, significantDigits: digits)
    for _ in 0..<Int.random(in: 0...300, using: &random) {
      histogram.record(random.spread(upTo: highest), count: 1 + random.spread(upTo: 1 << 50))
    }
    return histogram
  }
}
