import Glibc  // For the linker: an unoptimised square root is a call into libm.

extension Histogram {
  /// The smallest value recorded, as the lowest value of its bucket; 0 if there is none.
  ///
  /// - Complexity: O(1).
  public var min: Int64 {
    totalCount == 0 ? 0 : layout.lowestEquivalent(of: counts.minimum)
  }

  /// The largest value recorded, as the highest value of its bucket; 0 if there is none.
  ///
  /// - Complexity: O(1).
  public var max: Int64 {
    totalCount == 0 ? 0 : layout.highestEquivalent(of: counts.maximum)
  }

  /// The mean, each value taken as the middle of its bucket; 0 if there is none.
  ///
  /// - Complexity: O(*n*), where *n* is the number of buckets between the extremes.
  public var mean: Double {
    guard totalCount > 0 else { return 0 }
    var sum = 0.0
    for index in recordedIndices {
      let count = counts[index]
      if count != 0 { sum += Double(count) * Double(layout.medianEquivalent(ofIndex: index)) }
    }
    return sum / Double(totalCount)
  }

  /// The standard deviation of the whole population, each value taken as the middle of its bucket; 0 if there is none.
  ///
  /// - Complexity: O(*n*), where *n* is the number of buckets between the extremes.
  public var standardDeviation: Double {
    guard totalCount > 0 else { return 0 }
    let mean = mean
    var sum = 0.0
    for index in recordedIndices {
      let count = counts[index]
      guard count != 0 else { continue }
      let deviation = Double(layout.medianEquivalent(ofIndex: index)) - mean
      sum += Double(count) * deviation * deviation
    }
    return (sum / Double(totalCount)).squareRoot()
  }

  /// The value that `percentile` % of all values do not exceed, as the highest value of its bucket.
  ///
  /// The rank is `percentile` / 100 · ``totalCount`` rounded to the nearest integer, at least 1. For 0 it is the
  /// *lowest* value of the first bucket. An empty histogram gives 0.
  ///
  /// - Precondition: `percentile` is in 0...100.
  /// - Complexity: O(*n*), where *n* is the number of buckets between the extremes.
  public func value(atPercentile percentile: Double) -> Int64 {
    precondition(0...100 ~= percentile, "percentile \(percentile) is not in 0...100")
    guard totalCount > 0 else { return 0 }
    let nearest = percentile / 100 * Double(totalCount) + 0.5
    let rank = nearest >= 0x1p63 ? totalCount : Swift.min(Swift.max(1, Int64(nearest)), totalCount)
    var seen: Int64 = 0
    for index in recordedIndices {
      seen += counts[index]
      guard seen >= rank else { continue }
      return percentile == 0
        ? layout.lowestEquivalent(ofIndex: index)
        : layout.highestEquivalent(ofIndex: index)
    }
    return max
  }

  /// How many percent of all values are in the bucket of `value` or below; 100 if there are no values.
  ///
  /// - Complexity: O(*n*), where *n* is the number of buckets between the extremes.
  public func percentile(atOrBelow value: Int64) -> Double {
    guard totalCount > 0, value < layout.highestCountable else { return 100 }
    guard value >= 0 else { return 0 }
    let last = layout.index(of: value)
    var seen: Int64 = 0
    for index in recordedIndices where index <= last { seen += counts[index] }
    return 100 * Double(seen) / Double(totalCount)
  }
}
