/// Counts of values, such as latencies in ns, exact to a chosen number of digits: a high dynamic
/// range histogram.
///
/// Buckets, percentiles and rounding are those of HdrHistogram, so that equal input gives equal
/// output there and here. ``record(_:)`` takes a few instructions and never allocates. A value
/// beyond the range is counted in ``outOfRangeCount`` and nowhere else: whoever reports a
/// percentile reports that number too.
///
/// The histogram is a reference and not `Sendable`: one thread records; others get a merged copy.
public final class Histogram {
  /// The cut of the range into buckets.
  public let layout: HistogramLayout
  @usableFromInline let counts: UnsafeCounts

  /// Creates an empty histogram with the given buckets.
  ///
  /// - Complexity: O(`layout.bucketCount`); it takes 8 bytes per bucket.
  public init(layout: HistogramLayout) {
    self.layout = layout
    self.counts = UnsafeCounts(bucketCount: layout.bucketCount)
  }

  /// Creates an empty histogram that tells values apart from `lowest` to `highest` to
  /// `significantDigits` digits.
  ///
  /// From 1 to 3.6e12 (an hour in ns) it takes 264 KiB with 3 digits, 36 KiB with 2.
  ///
  /// - Precondition: `lowest` ≥ 1, `highest` ≥ 2 · `lowest`, `significantDigits` in 1...5, and the
  ///   finest buckets fit in 63 bits. For settings that come from outside use
  ///   ``HistogramLayout/init(lowest:highest:significantDigits:)``.
  public convenience init(lowest: Int64, highest: Int64, significantDigits: Int) {
    guard
      let layout = HistogramLayout(
        lowest: lowest,
        highest: highest,
        significantDigits: significantDigits
      )
    else {
      preconditionFailure("no layout for \(lowest)...\(highest), \(significantDigits) digits")
    }
    self.init(layout: layout)
  }

  /// Counts one `value`, or counts it as out of range if it has no bucket.
  ///
  /// Any value is accepted; negative ones are out of range.
  ///
  /// - Complexity: O(1), without allocation.
  @inlinable @inline(always) public func record(_ value: Int64) {
    guard UInt64(bitPattern: value) <= UInt64(bitPattern: layout.highestCountable) else {
      counts.outOfRange &+= 1
      return
    }
    counts[layout.index(of: value)] &+= 1
    counts.total &+= 1
    if value < counts.minimum { counts.minimum = value }
    if value > counts.maximum { counts.maximum = value }
  }

  /// Counts `value` `count` times.
  ///
  /// - Precondition: `count` ≥ 0, and the total stays below 2⁶³.
  /// - Complexity: O(1), without allocation.
  @inlinable public func record(_ value: Int64, count: Int64) {
    precondition(count >= 0, "a negative count")
    guard count > 0 else { return }
    guard UInt64(bitPattern: value) <= UInt64(bitPattern: layout.highestCountable) else {
      counts.outOfRange += count
      return
    }
    counts.total += count
    counts[layout.index(of: value)] &+= count
    if value < counts.minimum { counts.minimum = value }
    if value > counts.maximum { counts.maximum = value }
  }

  /// How many values are in the buckets; those out of range are not.
  ///
  /// - Complexity: O(1).
  @inlinable public var totalCount: Int64 { counts.total }

  /// How many values had no bucket: negative ones and those above `layout.highestCountable`.
  ///
  /// - Complexity: O(1).
  @inlinable public var outOfRangeCount: Int64 { counts.outOfRange }

  /// How many values the bucket holds.
  ///
  /// - Precondition: `index` is in `0..<layout.bucketCount`.
  /// - Complexity: O(1).
  @inlinable public func count(atIndex index: Int) -> Int64 { counts[index] }

  /// How many values are in the bucket of `value`; 0 for a value out of range.
  ///
  /// - Complexity: O(1).
  public func count(at value: Int64) -> Int64 {
    0...layout.highestCountable ~= value ? counts[layout.index(of: value)] : 0
  }

  /// Forgets all values, also those out of range, and keeps the memory.
  ///
  /// - Complexity: O(`layout.bucketCount`).
  public func reset() { counts.clear() }

  /// The indices that can hold a count, from the smallest value recorded to the largest.
  var recordedIndices: Range<Int> {
    guard totalCount > 0 else { return 0..<0 }
    return layout.index(of: counts.minimum)..<layout.index(of: counts.maximum) + 1
  }
}
