extension Histogram {
  /// The buckets that hold values, from low to high.
  ///
  /// They are read while iterating: recording meanwhile shows or does not show.
  public var recordedBuckets: RecordedBuckets { RecordedBuckets(histogram: self) }
}

/// The buckets of a histogram that hold values, from low to high.
public struct RecordedBuckets: Sequence, IteratorProtocol {
  let histogram: Histogram
  var remaining: Range<Int>
  var cumulativeCount: Int64 = 0

  init(histogram: Histogram) {
    self.histogram = histogram
    self.remaining = histogram.recordedIndices
  }

  /// The next bucket that holds a value, or nil after the last.
  public mutating func next() -> HistogramBucket? {
    while let index = remaining.popFirst() {
      let count = histogram.count(atIndex: index)
      guard count != 0 else { continue }
      cumulativeCount += count
      return HistogramBucket(
        lowest: histogram.layout.lowestEquivalent(ofIndex: index),
        highest: histogram.layout.highestEquivalent(ofIndex: index),
        count: count,
        cumulativeCount: cumulativeCount
      )
    }
    return nil
  }
}
