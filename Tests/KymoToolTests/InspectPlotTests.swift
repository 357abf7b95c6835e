import KymoCommandLine
@testable import KymoRecording
import KymoTestSupport
import Testing

@testable import KymoTool

/// What `inspect` draws of rates and places in a terminal.
@Suite("Plots of inspect") struct InspectPlotTests {
  @Test(
    "A strip fits its place, and no character stands for fewer than four messages",
    arguments: 1...20 as ClosedRange<UInt64>
  )
  func strips(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<50 {
      let most = UInt32(1) << UInt32(random.below(12))
      let counts = (0..<64).map { _ in UInt32(random.below(Int(most))) }
      let width = 8 + random.below(90)
      let strip = RateStrip(counts, seconds: 64, width: width, isUnicode: random.once(in: 2))
      let length = strip.text.count
      #expect(length <= min(width, 64) && length > min(width, 64) / 2, "seed \(seed)")
      // The highest rate is that of some group of equal stretches.
      let groups = [1, 2, 4, 8].map { size in
        stride(from: 0, to: 64, by: size).map { counts[$0..<$0 + size].reduce(0, +) }.max() ?? 0
      }
      let rates = zip(groups, [1.0, 2, 4, 8]).map { Double($0) / $1 }
      #expect(rates.contains { abs($0 - strip.highest) < 1e-9 }, "seed \(seed)")
    }
  }

  @Test("A steady rate is level, and a hole is a hole") func steady() {
    var counts = Array(repeating: UInt32(10), count: 64)
    #expect(
      RateStrip(counts, seconds: 32, width: 64, isUnicode: true).text
        == String(repeating: "█", count: 64)
    )
    counts.replaceSubrange(16..<32, with: Array(repeating: 0, count: 16))
    let strip = RateStrip(counts, seconds: 32, width: 40, isUnicode: false)
    #expect(strip.text == "@@@@@@@@        @@@@@@@@@@@@@@@@" && strip.highest == 20)
    let few = RateStrip(
      [1, 1] + Array(repeating: 0, count: 62),
      seconds: 64,
      width: 64,
      isUnicode: false
    )
    #expect(few.text == "@@@@@@@@" + String(repeating: " ", count: 56))
  }

  @Test("A track goes north upwards, within its place, with a bar as long as it says") func track()
    throws
  {
    var terminal = TerminalDescription()
    terminal.isUnicode = false
    func fixes(_ places: [(Double, Double)]) -> [TrackColumns.Fix] {
      places.enumerated().map {
        TrackColumns.Fix(column: $0, latitude: $1.0, longitude: $1.1, speed: .nan)
      }
    }
    // To the north, and then to the east, over the date line.
    let plot = try #require(
      TrackPlot(fixes([(10, 179.999), (10.001, 179.999), (10.001, -179.999)]))
    )
    let lines = plot.text(for: terminal).split(separator: "\n").map(String.init)
    #expect(lines[0] == "track, north up" && lines.allSatisfy { $0.count <= 80 })
    #expect(lines[1].filter { $0 != " " }.count > 20 && lines[lines.count - 2].hasPrefix("  "))
    let bar = try #require(lines.last)
    let cells = bar.count { $0 == "-" }
    #expect(bar.hasSuffix("| 100 m"))
    let width = lines[1].count - 2
    let meters = 0.002 * 111_195 * 0.985
    #expect(abs(Double(cells) - 100 / meters * Double(width)) < 2)
    #expect(TrackPlot(fixes([(10, 10)])) == nil && TrackPlot(fixes([(10, 10), (10, 10)])) == nil)
  }
}
