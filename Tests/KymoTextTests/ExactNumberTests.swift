import Foundation
import KymoTestSupport
import KymoText
import Testing

@Suite("Numbers as printf writes them") struct ExactNumberTests {
  @Test(
    "ties and edges",
    arguments: [
      (0.0625, 3, "0.062"), (0.1875, 3, "0.188"), (2.5, 0, "2"), (3.5, 0, "4"), (-0.0, 1, "-0.0"),
      (1.005, 2, "1.00"), (0.1, 18, "0.100000000000000006"), (4e18, 2, "4000000000000000000.00"),
      (Double.leastNonzeroMagnitude, 18, "0.000000000000000000"), (999.9996, 3, "1000.000"),
      (1e19, 3, "1e+19"),
    ]
  )
  func ties(_ value: Double, _ decimals: Int, _ text: String) {
    #expect(NumberText.exact(value, decimals: decimals) == text)
  }

  @Test("agree with the C library", arguments: 0..<8) func oracle(round: Int) {
    let seed = 0xD161_7500 + UInt64(round)
    var random = SeededRandom(seed: seed)
    for _ in 0..<3000 {
      let value =
        Double.random(in: -1...1, using: &random)
        * pow(2, Double(Int.random(in: -80...61, using: &random)))
      let decimals = Int.random(in: 0...18, using: &random)
      let expected = String(format: "%.\(decimals)f", value)
      #expect(NumberText.exact(value, decimals: decimals) == expected, "seed \(seed), \(value)")
    }
  }

  @Test("moments agree with Foundation", arguments: 0..<4) func moments(round: Int) throws {
    let seed = 0xCA1E_0000 + UInt64(round)
    var random = SeededRandom(seed: seed)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    for _ in 0..<500 {
      // Foundation's calendar is the Julian one before 1582.
      let nanoseconds = Int64.random(in: -8_000_000_000_000_000_000 ... .max, using: &random)
      let time = CalendarTime(nanosecondsSinceEpoch: nanoseconds)
      let seconds = (Double(nanoseconds / 1000) / 1e6).rounded(.down)
      let date = Date(timeIntervalSince1970: seconds)
      let parts = calendar.dateComponents(
        [.year, .month, .day, .weekday, .hour, .minute, .second],
        from: date
      )
      #expect(Int(time.year) == parts.year, "seed \(seed), \(nanoseconds)")
      #expect([time.month, time.day, time.weekday + 1] == [parts.month, parts.day, parts.weekday])
      let second = try #require(parts.second)
      let minute = try #require(parts.minute)
      let hour = try #require(parts.hour)
      #expect(time.secondOfDay == hour * 3600 + minute * 60 + second)
    }
  }

  @Test("the three ways to write a moment") func texts() {
    let time = CalendarTime(nanosecondsSinceEpoch: 1_441_812_279_474_000_000)
    #expect(time.iso == "2015-09-09T15:24:39Z")
    #expect(time.spaced == "2015-09-09 15:24:39 +0000")
    #expect(time.unix == "Wed Sep 09 15:24:39 UTC 2015")
    #expect(CalendarTime(nanosecondsSinceEpoch: -1).iso == "1969-12-31T23:59:59Z")
    #expect(
      CalendarTime(nanosecondsSinceEpoch: 951_782_400_000_000_000).iso.hasPrefix("2000-02-29")
    )
  }

  @Test("padding never cuts") func padding() {
    #expect("ab".paddedLeft(to: 4) == "  ab")
    #expect("abcde".paddedLeft(to: 4) == "abcde")
  }
}
