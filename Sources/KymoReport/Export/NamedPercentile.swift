import KymoBench
import KymoHistogram

/// A percentile under the name that it has in every export, and how sure it is.
struct NamedPercentile: Equatable {
  /// `p50`, `p90`, `p99`, `p999` or `p9999`.
  let name: String
  /// The share of all values that it covers, as text: `0.5`, `0.9`...
  let quantile: String
  /// The value in ns.
  let value: Int64
  /// Where it lies with a probability of 95 %, in ns, as far as this run can tell.
  ///
  /// By order statistics: the ranks nq ± 1.96·√(nq(1 - q)). Neighbouring events wait for the same
  /// stall, so that the true range is wider; runs are compared with runs, not with this.
  /// If there are repetitions that all have it, it is from the least to the greatest of theirs.
  var range: ClosedRange<Int64>

  /// The same with the range of several runs, if they have one.
  func ranging(over spread: RepetitionSpread?) -> NamedPercentile {
    guard let spread else { return self }
    var percentile = self
    percentile.range = min(spread.lowest, value)...max(spread.highest, value)
    return percentile
  }

  static let names = ["p50", "p90", "p99", "p999", "p9999"]
  private static let quantiles = ["0.5", "0.9", "0.99", "0.999", "0.9999"]

  /// The percentiles for which there are enough values.
  static func all(_ summary: LatencySummary, _ histogram: Histogram) -> [NamedPercentile] {
    let values = [summary.p50, summary.p90, summary.p99, summary.p999, summary.p9999]
    return values.indices.compactMap { index in
      guard let value = values[index], let q = Double(quantiles[index]) else { return nil }
      let count = Double(histogram.totalCount)
      let reach = 1.96 * (count * q * (1 - q)).squareRoot()
      let low = histogram.value(atRank: Int64(max(1, (count * q - reach).rounded(.down))))
      let high = histogram.value(atRank: Int64(min(count, (count * q + reach).rounded(.up) + 1)))
      return NamedPercentile(
        name: names[index],
        quantile: quantiles[index],
        value: value,
        range: min(low, value)...max(high, value)
      )
    }
  }
}

extension CommandReport {
  /// The percentiles of the response times for which there are enough values.
  var responsePercentiles: [NamedPercentile] { NamedPercentile.all(response, responseHistogram) }
  /// The percentiles of the service times for which there are enough values.
  var servicePercentiles: [NamedPercentile] { NamedPercentile.all(service, serviceHistogram) }
  /// The percentiles of the times to the reply for which there are enough values.
  var replyPercentiles: [NamedPercentile] { NamedPercentile.all(reply, replyHistogram) }

  /// All of them, under the names that the kinds of times have in every export.
  var percentiles: [(kind: String, percentiles: [NamedPercentile])] {
    [
      ("response", responsePercentiles), ("service", servicePercentiles),
      ("reply", replyPercentiles),
    ]
  }
}

extension Histogram {
  /// The highest value of the bucket that holds the `rank`-th value, from 1.
  fileprivate func value(atRank rank: Int64) -> Int64 {
    for bucket in recordedBuckets where bucket.cumulativeCount >= rank { return bucket.highest }
    return max
  }
}
