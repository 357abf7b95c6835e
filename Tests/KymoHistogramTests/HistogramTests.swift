import Testing

@testable import KymoHistogram
import KymoTestSupport

@Suite("Histogram") struct HistogramTests {
  static let hour: Int64 = 3_600_000_000_000

  @Test("is all zeros while empty")
  func empty() {
    let histogram = Histogram(lowest: 1, highest: Self.hour, significantDigits: 2)
    #expect(histogram.totalCount == 0)
    #expect(histogram.min == 0)
    #expect(histogram.max == 0)
    #expect(histogram.mean == 0)
    #expect(histogram.standardDeviation == 0)
    #expect(histogram.value(atPercentile: 99) == 0)
    #expect(histogram.percentile(atOrBelow: 5) == 100)
    #expect(histogram.recordedBuckets.map(\.count) == [])
    #expect(histogram.percentileSteps().map(\.value) == [])
  }

  @Test("agrees with a sorted array", arguments: 0..<24)
  func oracle(round: Int) throws {
    let seed = 0xA11C_E000 + UInt64(round)
    var random = SeededRandom(seed: seed)
    let lowest = [1, 1, 1000, 20_000][round % 4] as Int64
    let layout = try #require(
      HistogramLayout(lowest: lowest, highest: Self.hour, significantDigits: 1 + round % 5)
    )
    let histogram = Histogram(layout: layout)
    let values = (0..<Int.random(in: 1...3000, using: &random)).map { _ in
      random.spread(upTo: Self.hour)
    }
    for value in values { histogram.record(value) }
    let sorted = values.sorted()

    for percentile in [0, 0.01, 1, 10, 25, 50, 75, 90, 99, 99.9, 99.99, 100] {
      let rank = min(sorted.count, max(1, Int(percentile / 100 * Double(sorted.count) + 0.5)))
      let exact = sorted[rank - 1]
      let expected =
        percentile == 0 ? layout.lowestEquivalent(of: exact) : layout.highestEquivalent(of: exact)
      #expect(histogram.value(atPercentile: percentile) == expected, "seed \(seed), p\(percentile)")
    }
    for probe in [sorted[0], sorted[sorted.count / 2], random.spread(upTo: Self.hour)] {
      let end = layout.highestEquivalent(of: probe)
      let below = sorted.count { $0 <= end }
      let expected = 100 * Double(below) / Double(sorted.count)
      #expect(histogram.percentile(atOrBelow: probe) == expected, "seed \(seed)")
    }
    let middles = sorted.map { Double(layout.medianEquivalent(ofIndex: layout.index(of: $0))) }
    let mean = middles.reduce(0, +) / Double(middles.count)
    let variance = middles.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(middles.count)
    #expect(abs(histogram.mean - mean) <= 1e-9 * (mean + 1), "seed \(seed)")
    #expect(
      abs(histogram.standardDeviation - variance.squareRoot()) <= 1e-9 * (mean + 1),
      "seed \(seed)"
    )
    #expect(histogram.min == layout.lowestEquivalent(of: sorted[0]), "seed \(seed)")
    #expect(histogram.max == layout.highestEquivalent(of: sorted[sorted.count - 1]), "seed \(seed)")
    #expect(histogram.totalCount == Int64(sorted.count))

    let buckets = Array(histogram.recordedBuckets)
    #expect(buckets.reduce(0) { $0 + $1.count } == histogram.totalCount)
    #expect(buckets.last?.cumulativeCount == histogram.totalCount)
    #expect(
      buckets.allSatisfy { bucket in
        Int64(values.count { bucket.lowest...bucket.highest ~= $0 }) == bucket.count
      },
      "seed \(seed)"
    )
  }

  @Test("rounds the rank to the nearest integer")
  func percentileRounding() {
    let histogram = Histogram(lowest: 1, highest: 1000, significantDigits: 3)
    for value in 1...10 as ClosedRange<Int64> { histogram.record(value) }
    #expect(histogram.value(atPercentile: 0) == 1)
    #expect(histogram.value(atPercentile: 14) == 1)  // 1.4 + 0.5
    #expect(histogram.value(atPercentile: 15) == 2)  // 1.5 + 0.5
    #expect(histogram.value(atPercentile: 50) == 5)
    #expect(histogram.value(atPercentile: 94.9) == 9)
    #expect(histogram.value(atPercentile: 95) == 10)
    #expect(histogram.value(atPercentile: 100) == 10)
  }

  @Test("of one value says that value, at every percentile", arguments: [0, 1, 5, 999] as [Int64])
  func oneValue(_ value: Int64) {
    let histogram = Histogram(lowest: 1, highest: 1000, significantDigits: 3)
    histogram.record(value)
    for percentile in [0, 0.1, 50, 99.9, 100] {
      #expect(histogram.value(atPercentile: percentile) == value)
    }
    #expect(histogram.mean == Double(value))
    #expect(histogram.standardDeviation == 0)
    #expect(histogram.percentile(atOrBelow: value) == 100)
    #expect(histogram.percentile(atOrBelow: value - 1) == 0)
    #expect(histogram.percentileSteps().map(\.value) == [value, value])
  }

  @Test("has the mean and the deviation of the numbers themselves, where buckets are one wide")
  func moments() {
    let histogram = Histogram(lowest: 1, highest: 1000, significantDigits: 3)
    for value in [0, 0, 0, 4] as [Int64] { histogram.record(value) }
    #expect(histogram.mean == 1)
    #expect(histogram.standardDeviation == 3.0.squareRoot())
    histogram.record(1, count: 4)
    #expect(histogram.mean == 1)
    #expect(histogram.standardDeviation == 1.5.squareRoot())
  }

  @Test("counts what is out of range and loses nothing")
  func outOfRange() {
    let histogram = Histogram(lowest: 1, highest: 1000, significantDigits: 1)
    let end = histogram.layout.highestCountable
    for value in [end + 1, -1, .max, .min] { histogram.record(value) }
    histogram.record(end + 1, count: 5)
    histogram.record(end)
    histogram.record(0)
    #expect(histogram.outOfRangeCount == 9)
    #expect(histogram.totalCount == 2)
    #expect(histogram.min == 0)
    #expect(histogram.max == end)
    #expect(histogram.count(at: end) == 1)
    #expect(histogram.count(at: end + 1) == 0)
    histogram.reset()
    #expect(histogram.outOfRangeCount == 0)
    #expect(histogram.totalCount == 0)
    #expect(histogram.count(at: end) == 0)
    histogram.record(7)
    #expect(histogram.min == 7)
  }

  @Test("records many at once like one by one")
  func counted() {
    let once = Histogram(lowest: 1, highest: Self.hour, significantDigits: 3)
    let often = Histogram(lowest: 1, highest: Self.hour, significantDigits: 3)
    once.record(12_345, count: 1000)
    once.record(99, count: 0)
    for _ in 0..<1000 { often.record(12_345) }
    #expect(Array(once.recordedBuckets) == Array(often.recordedBuckets))
    #expect(once.min == often.min)
  }

  @Test("corrects for coordinated omission")
  func correction() {
    let histogram = Histogram(lowest: 1, highest: 100_000, significantDigits: 3)
    histogram.recordCorrected(1000, expectedInterval: 100)
    #expect(
      histogram.recordedBuckets.map(\.lowest) == [
        100, 200, 300, 400, 500, 600, 700, 800, 900, 1000,
      ]
    )
    histogram.reset()
    histogram.recordCorrected(250, expectedInterval: 100)
    #expect(histogram.recordedBuckets.map(\.lowest) == [150, 250])
    histogram.reset()
    for (value, interval) in [(100, 100), (50, 100), (50, 0), (50, -3)] as [(Int64, Int64)] {
      histogram.recordCorrected(value, expectedInterval: interval)
    }
    #expect(histogram.totalCount == 4)
  }

  @Test("corrects a stall beyond the range in bounded time")
  func correctionOutOfRange() {
    let histogram = Histogram(lowest: 1, highest: 1000, significantDigits: 1)
    let end = histogram.layout.highestCountable  // 1023
    histogram.recordCorrected(end + 250, expectedInterval: 100)
    // 1273, 1173 and 1073 have no bucket; 973, 873 ... 173 and no 73.
    #expect(histogram.outOfRangeCount == 3)
    #expect(histogram.totalCount == 9)
    histogram.reset()
    histogram.recordCorrected(.max, expectedInterval: 1)
    #expect(histogram.totalCount == end)
    #expect(histogram.outOfRangeCount == .max - end)
    histogram.reset()
    histogram.recordCorrected(10_000, expectedInterval: 4000)
    #expect(histogram.outOfRangeCount == 2)
    #expect(histogram.totalCount == 0)
  }

  @Test("merges equal layouts without loss", arguments: 0..<8)
  func merge(round: Int) {
    let seed = 0x3E46_0000 + UInt64(round)
    var random = SeededRandom(seed: seed)
    let parts = (0..<2).map { _ in
      Histogram(lowest: 1, highest: 1_000_000, significantDigits: 1 + round % 3)
    }
    let whole = Histogram(layout: parts[0].layout)
    for _ in 0..<2000 {
      let value = random.spread(upTo: 2_000_000)
      parts[Int.random(in: 0...1, using: &random)].record(value)
      whole.record(value)
    }
    let merged = parts[0].copy()
    merged.add(parts[1])
    #expect(Array(merged.recordedBuckets) == Array(whole.recordedBuckets), "seed \(seed)")
    #expect(merged.outOfRangeCount == whole.outOfRangeCount, "seed \(seed)")
    #expect(merged.min == whole.min, "seed \(seed)")
    #expect(merged.max == whole.max, "seed \(seed)")
    #expect(merged.totalCount == whole.totalCount, "seed \(seed)")
  }

  @Test("merges another layout by the lowest value of each bucket")
  func mergeAcrossLayouts() {
    let coarse = Histogram(lowest: 1, highest: 1_000_000, significantDigits: 1)
    for value in [5, 1003, 900_000, 2_000_000] as [Int64] { coarse.record(value, count: 3) }
    let fine = Histogram(lowest: 1, highest: 10_000, significantDigits: 3)
    fine.record(7)
    fine.add(coarse)
    #expect(fine.recordedBuckets.map(\.lowest) == [5, 7, coarse.layout.lowestEquivalent(of: 1003)])
    #expect(fine.totalCount == 7)
    #expect(fine.outOfRangeCount == 6)
    fine.add(Histogram(layout: coarse.layout))
    #expect(fine.totalCount == 7)
  }

  @Test("steps through percentiles by halving the rest")
  func percentileSteps() throws {
    let histogram = Histogram(lowest: 1, highest: 100_000, significantDigits: 3)
    for value in 1...1000 as ClosedRange<Int64> { histogram.record(value) }
    let steps = Array(histogram.percentileSteps(ticksPerHalfDistance: 5))
    #expect(steps.prefix(7).map(\.percentile) == [0, 10, 20, 30, 40, 50, 55])
    #expect(steps.prefix(6).map(\.value) == [1, 100, 200, 300, 400, 500])
    let last = try #require(steps.last)
    #expect(last == PercentileStep(percentile: 100, value: 1000, cumulativeCount: 1000))
    #expect(steps.count { $0.percentile == 100 } == 1)
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.percentile < $1.percentile })
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.value <= $1.value })
  }

  @Test("steps through one value in two rows")
  func percentileStepsOfOne() {
    let histogram = Histogram(lowest: 1, highest: 100_000, significantDigits: 3)
    histogram.record(42, count: .max)
    #expect(histogram.percentileSteps().map(\.percentile) == [0, 100])
    #expect(histogram.value(atPercentile: 100) == 42)
  }

  @Test("traps on a percentile that is none")
  func percentileTrap() async {
    await #expect(processExitsWith: .failure) {
      let histogram = Histogram(lowest: 1, highest: 1000, significantDigits: 1)
      _ = histogram.value(atPercentile: .nan)
    }
    await #expect(processExitsWith: .failure) {
      _ = Histogram(lowest: 0, highest: 1000, significantDigits: 1)
    }
  }
}
