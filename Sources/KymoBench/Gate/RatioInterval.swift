/// The median ratio of HEAD to BASE over pairs, and exact bounds on it.
public struct RatioInterval: Sendable, Equatable {
  /// The median of the pairs' ratios; of the two in the middle the geometric mean.
  public let ratio: Double
  /// The median ratio is above this, but for ``error``.
  public let low: Double
  /// The median ratio is below this, but for ``error``.
  public let high: Double
  /// How many pairs there were.
  public let pairCount: Int
  /// Which of the sorted ratios, from either end, the bounds are; counted from 1.
  public let rank: Int
  /// The probability, at most, that one of the bounds is on the wrong side.
  public let error: Double

  /// Finds the bounds, each with at most the error `limit`; nil if the pairs are too few for that.
  ///
  /// Order statistics of ratios are those of their logarithms: nothing is assumed of either scale.
  ///
  /// - Complexity: O(n log n + rank²).
  public init?(_ pairs: [MeasuredPair], error limit: Double) {
    let rank = SignTest.rank(count: pairs.count, error: limit)
    guard rank > 0 else { return nil }
    let ratios = pairs.map(\.ratio).sorted()
    let middle = ratios.count / 2
    ratio =
      ratios.count.isMultiple(of: 2)
      ? (ratios[middle - 1] * ratios[middle]).squareRoot() : ratios[middle]
    low = ratios[rank - 1]
    high = ratios[ratios.count - rank]
    pairCount = ratios.count
    self.rank = rank
    error = SignTest.error(rank: rank, count: ratios.count)
  }
}
