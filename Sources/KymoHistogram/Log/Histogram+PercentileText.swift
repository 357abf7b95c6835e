import KymoText

extension Histogram {
  /// The percentile distribution as text: what HdrHistogram's `outputPercentileDistribution` prints.
  ///
  /// A file of it is a `.hgrm`, which plotting tools read. After the rows follow mean, deviation,
  /// maximum, count and the number of buckets.
  ///
  /// - Parameters:
  ///   - ticksPerHalfDistance: how many rows there are for each halving of the distance to 100.
  ///   - valuesPerUnit: how many values make one of the units that are printed: 1,000 for µs out of
  ///     ns. Above 0.
  /// - Returns: the lines, each with its end.
  /// - Precondition: `ticksPerHalfDistance` is in `1...1_000_000`.
  /// - Complexity: O(*n*), where *n* is the number of buckets between the extremes.
  public func percentileText(
    ticksPerHalfDistance: Int = 5,
    valuesPerUnit: Double = 1
  ) -> String {
    precondition(valuesPerUnit > 0, "a unit is made of something")
    let decimals = layout.significantDigits
    func number(_ value: Double, _ decimals: Int, _ width: Int) -> String {
      NumberText.exact(value, decimals: decimals).paddedLeft(to: width)
    }
    func value(_ value: Double) -> String { number(value / valuesPerUnit, decimals, 12) }
    func row(_ words: String...) -> String { words.joined(separator: " ") + "\n" }

    var text = row(
      "Value".paddedLeft(to: 12),
      "Percentile".paddedLeft(to: 14),
      "TotalCount".paddedLeft(to: 10),
      "1/(1-Percentile)\n"
    )
    for step in percentileSteps(ticksPerHalfDistance: ticksPerHalfDistance) {
      let share = step.percentile / 100
      let start = [
        value(Double(step.value)), number(share, 12, 0),
        String(step.cumulativeCount).paddedLeft(to: 10),
      ].joined(separator: " ")
      text += step.percentile == 100 ? row(start) : row(start, number(1 / (1 - share), 2, 14))
    }
    func count(_ value: some BinaryInteger) -> String { String(value).paddedLeft(to: 12) }
    let halves = layout.bucketCount / (layout.subBucketCount / 2)
    text += "#[Mean    = \(value(mean)), StdDeviation   = \(value(standardDeviation))]\n"
    text += "#[Max     = \(value(Double(max))), Total count    = \(count(totalCount))]\n"
    text += "#[Buckets = \(count(halves - 1)), SubBuckets     = \(count(layout.subBucketCount))]\n"
    return text
  }
}
