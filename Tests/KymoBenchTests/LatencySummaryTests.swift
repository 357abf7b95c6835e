import KymoBench
import KymoHistogram
import Testing

@Suite("Latency summaries") struct LatencySummaryTests {
  @Test(
    "A percentile takes ten values above it",
    arguments: [
      (19, 0), (20, 1), (99, 1), (100, 2), (999, 2), (1000, 3), (9999, 3), (10_000, 4),
      (99_999, 4), (100_000, 5),
    ]
  )
  func support(count: Int64, supported: Int) {
    let histogram = Histogram(lowest: 1, highest: 1_000_000, significantDigits: 3)
    histogram.record(7, count: count - 1)
    histogram.record(900)
    let summary = LatencySummary(histogram)
    let percentiles = [summary.p50, summary.p90, summary.p99, summary.p999, summary.p9999]
    #expect(
      percentiles == Array(repeating: 7, count: supported)
        + Array(repeating: nil, count: 5 - supported)
    )
    #expect(summary.count == count)
    #expect(summary.max == 900)
    #expect(summary.mean > 7)
  }

  @Test("No values, and values out of range")
  func empty() {
    let histogram = Histogram(lowest: 1, highest: 1000, significantDigits: 1)
    histogram.record(1 << 40)
    let summary = LatencySummary(histogram)
    #expect(summary.count == 0)
    #expect(summary.outOfRangeCount == 1)
    #expect(summary.p50 == nil)
    #expect(summary.max == 0)
    #expect(summary.mean == 0)
  }
}
