import Glibc
package import KymoHistogram

/// A percentile distribution over the number of nines, as HdrHistogram's plotter draws it.
///
/// The percentile q lies at -log10(1 - q), so that the tail gets as much room as it has meaning:
/// 90, 99 and 99.9 are equally far apart. Of n values the largest lies at log10(n).
package struct NinesCurve: Equatable, Sendable {
  /// How many points there are between one nine and the next.
  static let pointsPerNine = 24

  /// How many values there are.
  package var count: Int64
  /// The points from left to right; none without values.
  package var points: [NinesPoint]

  /// Takes the distribution of a histogram.
  ///
  /// Whole nines and the median are points of it, with the same values as in a table.
  ///
  /// - Complexity: O(buckets).
  package init(_ histogram: Histogram) {
    count = histogram.totalCount
    points = []
    guard count > 1 else {
      if count == 1 { points = [NinesPoint(nines: 0, value: histogram.max)] }
      return
    }
    let total = Double(count)
    let end = log10(total)
    var wanted = [0, log10(2.0)]
    for step in 1...Self.pointsPerNine * 20 {
      wanted.append(Double(step) / Double(Self.pointsPerNine))
    }
    wanted = wanted.filter { $0 < end }.sorted() + [end]
    var buckets = histogram.recordedBuckets
    var bucket = buckets.next()
    points.append(NinesPoint(nines: 0, value: histogram.min))
    for nines in wanted.dropFirst() {
      // The rank of `Histogram.value(atPercentile:)`, so that a curve goes through its table; the
      // rounding makes 50 and 99.9 of what the powers give.
      let percentile = ((100 - 100 * pow(10.0, -nines)) * 1e9).rounded() / 1e9
      let rank = nines == end ? count : min(max(1, Int64(percentile / 100 * total + 0.5)), count)
      while let current = bucket, current.cumulativeCount < rank { bucket = buckets.next() }
      points.append(NinesPoint(nines: nines, value: bucket?.highest ?? histogram.max))
    }
  }

  /// Up to where at least ten values are expected beyond a percentile; what follows is anecdote.
  package var supportedNines: Double { count > 10 ? log10(Double(count) / 10) : 0 }

  /// Where the largest value lies.
  package var endNines: Double { points.last?.nines ?? 0 }

  /// The points that are supported.
  package var supported: [NinesPoint] { points.filter { $0.nines <= supportedNines + 1e-9 } }

  /// The points from the last that is supported.
  package var anecdotal: [NinesPoint] { Array(points.dropFirst(max(0, supported.count - 1))) }
}
