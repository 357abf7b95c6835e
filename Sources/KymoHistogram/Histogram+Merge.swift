extension Histogram {
  /// Adds all values of `other`, also the count of those out of range.
  ///
  /// Between equal layouts nothing is lost. Otherwise each value of `other` is taken as the lowest of its bucket,
  /// as HdrHistogram does, and may turn out to be out of range here.
  ///
  /// - Precondition: The total stays below 2⁶³.
  /// - Complexity: O(*n*), where *n* is the number of buckets between the extremes of `other`.
  public func add(_ other: Histogram) {
    counts.outOfRange += other.outOfRangeCount
    guard other.totalCount > 0 else { return }
    guard layout == other.layout else {
      for bucket in other.recordedBuckets { record(bucket.lowest, count: bucket.count) }
      return
    }
    counts.total += other.totalCount
    for index in other.recordedIndices { counts[index] &+= other.counts[index] }
    counts.minimum = Swift.min(counts.minimum, other.counts.minimum)
    counts.maximum = Swift.max(counts.maximum, other.counts.maximum)
  }

  /// Returns a histogram with the same layout and the same counts.
  ///
  /// - Complexity: O(`layout.bucketCount`).
  public func copy() -> Histogram {
    let copy = Histogram(layout: layout)
    copy.add(self)
    return copy
  }
}
