import KymoHistogram
import Testing

@testable import KymoBench
@testable import KymoReport

@Suite("Curves and axes of the report") struct PlotTests {
  @Test("a curve goes through the values of the table", arguments: [1, 2, 7, 1000, 100_001])
  func curve(_ count: Int) {
    let histogram = LoadRun.makeHistogram()
    for value in 1...count { histogram.record(Int64(value) * 37) }
    let curve = NinesCurve(histogram)
    #expect(curve.count == Int64(count))
    #expect(curve.points.first?.nines == 0)
    #expect(curve.points.last?.value == histogram.max)
    for (nines, percentile) in [(1.0, 90.0), (2, 99), (3, 99.9), (4, 99.99)] {
      let point = curve.points.dropLast().first { $0.nines == nines }
      if let point { #expect(point.value == histogram.value(atPercentile: percentile)) }
      #expect((point != nil) == (Double(count) > 1 / (1 - percentile / 100) + 1e-6))
    }
    let isAscending = zip(curve.points, curve.points.dropFirst()).allSatisfy {
      $0.nines < $1.nines && $0.value <= $1.value
    }
    #expect(isAscending)
    #expect(curve.supported.count + curve.anecdotal.count - 1 == curve.points.count)
  }

  @Test("the solid part of a curve ends where ten values lie beyond") func supported() {
    let histogram = LoadRun.makeHistogram()
    for value in 1...10_000 { histogram.record(Int64(value)) }
    let curve = NinesCurve(histogram)
    #expect(curve.supportedNines == 3)
    #expect(curve.supported.last?.nines == 3)
    #expect(curve.anecdotal.first?.nines == 3)
    #expect(NinesCurve(LoadRun.makeHistogram()).points.isEmpty)
  }

  @Test("axes begin and end at round values, with lines between")
  func scale() {
    let wide = LogScale(130, 3_000_000)
    #expect(wide.ticks.first?.value == 100)
    #expect(wide.ticks.map(\.value) == [100, 1000, 10_000, 100_000, 1_000_000])
    #expect(wide.place(5_000_000) == 1)
    #expect(wide.ticks.filter(\.isMajor).map(\.place).first == 0)
    let narrow = LogScale(1100, 1900)
    #expect(narrow.ticks.map(\.value) == [1000, 2000])
    #expect(narrow.place(1000) == 0 && narrow.place(2000) == 1)
    for (low, high) in [(0.0, 0.0), (1, 1), (5, 5), (1e12, 1e12), (0, 3.6e12)] {
      let scale = LogScale(low, high)
      #expect(scale.high > scale.low)
      #expect(scale.ticks.count > 1)
      #expect((0...1).contains(scale.place(low)) && (0...1).contains(scale.place(high)))
    }
  }

  @Test(
    "labels",
    arguments: [
      (1, "1 ns"), (500, "500 ns"), (1000, "1 µs"), (200_000, "200 µs"), (5e6, "5 ms"),
      (1e9, "1 s"), (1e12, "1,000 s"),
    ]
  )
  func tick(_ value: Double, _ label: String) { #expect(QuantityLabel.tick(value) == label) }

  @Test("what a figure shows lies within it") func within() throws {
    let html = ExportFormat.html.text(of: try ExportSample.result(), ExportSample.context)
    for points in html.matches(of: /points="([^"]*)"/).map(\.1) {
      for pair in points.split(separator: " ") {
        let numbers = pair.split(separator: ",").compactMap { Double($0) }
        #expect(numbers.count == 2 && numbers.allSatisfy { (0...1000).contains($0) })
      }
    }
    for number in html.matches(of: /(?:[xy][12]?|c[xy])="(-?[\d.]+)%"/).map(\.1) {
      #expect((0...100).contains(try #require(Double(number))))
    }
  }
}
