/// The sign test, turned round: which order statistic is a bound on a median, and with what error.
///
/// Of `n` independent values of one median, each lies below it with probability at most 1/2, whatever
/// their distributions. So the k-th smallest lies above the median only if fewer than k values lie below
/// it, which has the probability P(Bin(n, 1/2) < k) at most; ties only make it less. No normality, no
/// random numbers, no tables: the bound is exact at any n. (H. A. David, H. N. Nagaraja, Order
/// Statistics, 7.1; W. J. Conover, Practical Nonparametric Statistics, 3.2.)
public enum SignTest {
  /// The probability that fewer than `rank` of `count` values lie below their median.
  ///
  /// - Precondition: `count` is in `0...maximumCount`.
  /// - Complexity: O(rank).
  public static func error(rank: Int, count: Int) -> Double {
    precondition(0...maximumCount ~= count, "\(count) values are not in 0...\(maximumCount)")
    // C(n, 0) / 2ⁿ, from which each next term follows by one factor.
    var term = 1.0
    for _ in 0..<count { term *= 0.5 }
    var sum = 0.0
    for below in 0..<max(0, min(rank, count + 1)) {
      sum += term
      term *= Double(count - below) / Double(below + 1)
    }
    return min(sum, 1)
  }

  /// The largest rank whose value bounds the median with at most this error; 0 if none does.
  ///
  /// The rank-th smallest is the lower bound, the rank-th largest the upper one. Never beyond the middle.
  ///
  /// - Precondition: `count` is in `0...maximumCount`.
  /// - Complexity: O(count).
  public static func rank(count: Int, error limit: Double) -> Int {
    precondition(0...maximumCount ~= count, "\(count) values are not in 0...\(maximumCount)")
    var rank = 0
    // C(n, 0) / 2ⁿ, as in `error`.
    var term = 1.0
    for _ in 0..<count { term *= 0.5 }
    var sum = term
    while rank < count / 2, sum <= limit {
      rank += 1
      term *= Double(count - rank + 1) / Double(rank)
      sum += term
    }
    return rank
  }

  /// How many values it takes before there is a bound with this error at all.
  ///
  /// - Precondition: `limit` is in `2⁻⁵⁰⁰...1`, or there is no such number within ``maximumCount``.
  public static func minimumCount(error limit: Double) -> Int {
    var count = 2  // The bound of a single value would be the value itself.
    while count < maximumCount, error(rank: 1, count: count) > limit { count += 1 }
    return count
  }

  /// The most values that are judged at once: beyond, 2⁻ⁿ leaves the normal doubles.
  public static var maximumCount: Int { 1000 }
}
