/// How a histogram cuts the numbers into buckets: the arithmetic, without the counts.
///
/// The range is cut into powers of two, and each of them into equally wide buckets, so that a
/// bucket is never wider than 10⁻ᵈ of its value, where d is ``significantDigits``. It is the layout
/// of HdrHistogram: equal settings give equal buckets and equal indices.
@frozen public struct HistogramLayout: BitwiseCopyable, Sendable, Equatable {
  /// The smallest value that is told apart from 0; at least 1.
  public let lowest: Int64
  /// The largest value that is certain to be counted; at least twice ``lowest``.
  public let highest: Int64
  /// How many decimal digits of a value are kept, 1...5.
  public let significantDigits: Int
  /// How many buckets there are; a bucket's index is in `0..<bucketCount`.
  public let bucketCount: Int
  /// The largest value that has a bucket; `highest` rounded up to the end of its power of two.
  public let highestCountable: Int64

  @usableFromInline let unitMagnitude: Int
  @usableFromInline let halfMagnitude: Int  // log2 of half the buckets of one power of two.
  @usableFromInline let mask: Int64

  /// Lays out the buckets, or returns nil when no layout exists.
  ///
  /// It exists when `lowest` is at least 1, `highest` at least twice that, `significantDigits` in
  /// 1...5, and the buckets of `lowest` fit in 63 bits.
  ///
  /// - Complexity: O(log `highest`).
  public init?(lowest: Int64, highest: Int64, significantDigits: Int) {
    guard lowest >= 1, highest / 2 >= lowest, 1...5 ~= significantDigits else { return nil }
    var resolution = 2
    for _ in 0..<significantDigits { resolution *= 10 }
    let magnitude = Int.bitWidth - (resolution - 1).leadingZeroBitCount  // ceil(log2(resolution))
    let unitMagnitude = 63 - lowest.leadingZeroBitCount
    guard unitMagnitude + magnitude <= 62 else { return nil }
    let subBuckets = Int64(1) << magnitude

    var smallestUncountable = UInt64(subBuckets) << UInt64(unitMagnitude)
    var doublings = 1
    while smallestUncountable <= UInt64(highest) {
      smallestUncountable <<= 1  // At most 2^63: `highest` is below that.
      doublings += 1
    }
    self.lowest = lowest
    self.highest = highest
    self.significantDigits = significantDigits
    self.bucketCount = (doublings + 1) * Int(subBuckets / 2)
    self.highestCountable = Int64(smallestUncountable - 1)
    self.unitMagnitude = unitMagnitude
    self.halfMagnitude = magnitude - 1
    self.mask = (subBuckets - 1) << Int64(unitMagnitude)
  }

  /// The largest ``bucketCount`` that there is: five digits from 1 to 2⁶³ - 1.
  public static let maximumBucketCount = 6_160_384

  /// How many buckets the first power of two has; half as many in each further one.
  public var subBucketCount: Int { 2 << halfMagnitude }

  /// The bucket that counts `value`.
  ///
  /// - Precondition: `value` is in `0...highestCountable`; others give a meaningless index.
  /// - Complexity: O(1): a count of leading zeros, a shift and an addition.
  @inlinable public func index(of value: Int64) -> Int {
    let shift = 63 &- halfMagnitude &- (value | mask).leadingZeroBitCount
    // `shift` is the width of the bucket as a power of two; it is never below `unitMagnitude`.
    let sub = Int(truncatingIfNeeded: value &>> Int64(truncatingIfNeeded: shift))
    return ((shift &- unitMagnitude) &<< halfMagnitude) &+ sub
  }

  /// The smallest value that the bucket counts.
  ///
  /// - Precondition: `index` is in `0..<bucketCount`.
  /// - Complexity: O(1).
  @inlinable public func lowestEquivalent(ofIndex index: Int) -> Int64 {
    Int64(sub(index)) &<< Int64(shift(index))
  }

  /// The largest value that the bucket counts.
  ///
  /// - Precondition: `index` is in `0..<bucketCount`.
  /// - Complexity: O(1).
  @inlinable public func highestEquivalent(ofIndex index: Int) -> Int64 {
    lowestEquivalent(ofIndex: index) &+ (width(ofIndex: index) &- 1)
  }

  /// The middle of the bucket: what means and deviations take for each of its values.
  ///
  /// - Precondition: `index` is in `0..<bucketCount`.
  /// - Complexity: O(1).
  @inlinable public func medianEquivalent(ofIndex index: Int) -> Int64 {
    lowestEquivalent(ofIndex: index) &+ (width(ofIndex: index) &>> 1)
  }

  /// How many different values the bucket counts; a power of two.
  ///
  /// - Precondition: `index` is in `0..<bucketCount`.
  /// - Complexity: O(1).
  @inlinable public func width(ofIndex index: Int) -> Int64 { 1 &<< Int64(shift(index)) }

  /// The smallest value in the bucket of `value`.
  ///
  /// - Precondition: `value` is in `0...highestCountable`.
  @inlinable public func lowestEquivalent(of value: Int64) -> Int64 {
    lowestEquivalent(ofIndex: index(of: value))
  }

  /// The largest value in the bucket of `value`.
  ///
  /// - Precondition: `value` is in `0...highestCountable`.
  @inlinable public func highestEquivalent(of value: Int64) -> Int64 {
    highestEquivalent(ofIndex: index(of: value))
  }

  /// The binary logarithm of the bucket's width.
  @inlinable func shift(_ index: Int) -> Int {
    let half = index &>> halfMagnitude
    return unitMagnitude &+ (half == 0 ? 0 : half &- 1)
  }

  /// The place of the bucket within its power of two.
  @inlinable func sub(_ index: Int) -> Int {
    let half = index &>> halfMagnitude
    let rest = index & ((1 &<< halfMagnitude) &- 1)
    return half == 0 ? rest : rest &+ (1 &<< halfMagnitude)
  }
}
