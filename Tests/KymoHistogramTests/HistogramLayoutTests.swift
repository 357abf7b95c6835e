import Testing

@testable import KymoHistogram

@Suite("Histogram layout") struct HistogramLayoutTests {
  static let layouts =
    [
      (1, 3_600_000_000_000, 3), (1, 3_600_000_000_000, 2), (1, 10_000_000_000, 3),
      (1000, 100_000, 1),
      (20_000, 3_600_000_000_000, 2), (1, 2, 1), (7, 1_000_000, 4), (1, .max, 5), (1, .max, 1),
      (1 << 40, .max, 3), (3, 6, 2),
    ] as [(Int64, Int64, Int)]

  @Test(
    "has as many counts as HdrHistogram",
    arguments: [
      (1, 3_600_000_000_000, 3, 33_792), (1, 3_600_000_000_000, 2, 4_608),
      (1, 10_000_000_000, 3, 25_600), (1, 10_000_000_000, 2, 3_584),
      (20_000, 3_600_000_000_000, 2, 2_816),
    ] as [(Int64, Int64, Int, Int)]
  )
  func size(lowest: Int64, highest: Int64, digits: Int, expected: Int) throws {
    let layout = try #require(
      HistogramLayout(lowest: lowest, highest: highest, significantDigits: digits)
    )
    #expect(layout.bucketCount == expected)
    #expect(layout.highestCountable >= highest)
  }

  @Test("has a bucket for its highest value, also where a power of two ends", arguments: 1...5)
  func highest(digits: Int) throws {
    for exponent in 5...61 {
      for highest in (-1...1).map({ Int64(1) << exponent + $0 }) {
        let layout = try #require(
          HistogramLayout(lowest: 1, highest: highest, significantDigits: digits)
        )
        #expect(layout.highestCountable >= highest)
        // And no more than that power of two takes, but for what the digits take anyway.
        #expect(layout.highestCountable < max(2 * highest, 262_144))
        #expect(layout.index(of: highest) < layout.bucketCount)
      }
    }
  }

  @Test("gives each bucket's border back", arguments: layouts)
  func borders(lowest: Int64, highest: Int64, digits: Int) throws {
    let layout = try #require(
      HistogramLayout(lowest: lowest, highest: highest, significantDigits: digits)
    )
    var expectedLowest: Int64 = 0
    var failures = 0
    for index in 0..<layout.bucketCount {
      let low = layout.lowestEquivalent(ofIndex: index)
      let high = layout.highestEquivalent(ofIndex: index)
      let middle = layout.medianEquivalent(ofIndex: index)
      let holds =
        low == expectedLowest && high >= low && low...high ~= middle
        && layout.index(of: low) == index && layout.index(of: high) == index
        && layout.index(of: middle) == index
      if !holds { failures += 1 }
      expectedLowest = high &+ 1
    }
    #expect(failures == 0)
    #expect(expectedLowest &- 1 == layout.highestCountable)
  }

  @Test("keeps the promised digits", arguments: layouts)
  func precision(lowest: Int64, highest: Int64, digits: Int) throws {
    let layout = try #require(
      HistogramLayout(lowest: lowest, highest: highest, significantDigits: digits)
    )
    var allowed = 1.0
    for _ in 0..<digits { allowed /= 10 }
    var widest = 0.0
    for index in 0..<layout.bucketCount where layout.lowestEquivalent(ofIndex: index) >= lowest {
      // A bucket of width 1 is exact; one of the unit's width is as fine as was asked for.
      guard layout.width(ofIndex: index) > lowest else { continue }
      let width = Double(layout.width(ofIndex: index) - 1)
      widest = max(widest, width / Double(layout.lowestEquivalent(ofIndex: index)))
    }
    #expect(widest <= allowed)
  }

  @Test(
    "does not exist for senseless settings",
    arguments: [
      (0, 10, 3), (-1, 10, 3), (10, 19, 3), (1, 1, 3), (1, 100, 0), (1, 100, 6), (1 << 60, .max, 3),
    ] as [(Int64, Int64, Int)]
  )
  func refusal(lowest: Int64, highest: Int64, digits: Int) {
    #expect(HistogramLayout(lowest: lowest, highest: highest, significantDigits: digits) == nil)
  }
}
