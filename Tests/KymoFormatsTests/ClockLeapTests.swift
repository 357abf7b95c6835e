import KymoCore
import KymoRecording
import Testing

@testable import KymoFormats

@Suite("Leaps of a clock") struct ClockLeapTests {
  /// What is found in rows of times and of seconds since the start, both in ms.
  static func leaps(_ rows: [(time: Int64, elapsed: Int64)]) -> [ClockLeapFinder.Leap] {
    var finder = ClockLeapFinder()
    for row in rows {
      finder.see(timestamp: row.time * 1_000_000, elapsed: row.elapsed * 1_000_000)
    }
    finder.end()
    return finder.leaps
  }

  @Test("of 50 ms and more either way are found", arguments: [50, 200, 1000, 60_000, -50, -400])
  func found(milliseconds: Int64) {
    for period: Int64 in [1, 10, 500] {
      let rows = (0..<4000).map { (row: Int64) in
        (time: row * period + (row < 2000 ? 0 : milliseconds), elapsed: row * period)
      }
      #expect(Self.leaps(rows) == [.init(row: 2000, change: milliseconds * 1_000_000)])
    }
  }

  @Test("back again after some seconds are two")
  func twice() {
    let rows = (0..<3000).map { (row: Int64) in
      (time: row * 10 + (1000..<2000 ~= row ? 200 : 0), elapsed: row * 10)
    }
    #expect(Self.leaps(rows).map(\.row) == [1000, 2000])
  }

  @Test("are not what drifts, jitters, counts whole seconds, is short, or below the limit")
  func others() {
    func rows(_ time: (Int64) -> Int64, _ elapsed: (Int64) -> Int64) -> [(Int64, Int64)] {
      (0..<3000).map { (time($0), elapsed($0)) }
    }
    let seconds = { (row: Int64) in row * 10 }
    for others in [
      rows({ $0 * 10 + $0 / 10 }, seconds), rows({ $0 * 10 + $0 % 3 * 60 }, seconds),
      rows({ $0 / 100 * 1000 }, seconds), rows({ $0 * 10 }, { $0 / 100 * 1000 }),
      rows({ $0 * 400 }, { $0 * 400 / 1000 * 1000 }),
      rows({ $0 * 10 + (1500..<1600 ~= $0 ? 200 : 0) }, seconds),
      rows({ $0 * 10 + ($0 < 1500 ? 0 : 49) }, seconds),
      rows({ $0 * 10 + ($0 % 200 == 0 ? 300 : 0) }, seconds),
    ] {
      #expect(Self.leaps(others.map { (time: $0, elapsed: $1) }) == [])
    }
  }

  /// Rows of times in ms since the start of the fixtures, and nothing else.
  private static func session(_ times: [Int64]) throws(ImportError) -> ImportedSession {
    let text = times.map { "\(Fixture.start + $0 * 1_000_000),9.8,0,0\n" }
    return try Fixture.session(
      Fixture.file("TotalAcceleration.csv", "time,z,y,x\n" + text.joined())
    )
  }

  @Test("by an hour back are named and undone, where nothing else tells")
  func hourBack() throws {
    let session = try Self.session(
      (0..<400).map { (row: Int64) in row * 10 - (row < 200 ? 0 : 3_600_000) }
    )
    #expect(session.rules == [.clockJump])
    #expect(session.repairs[0].line == 202)
    #expect(session.repairs[0].explanation.contains("just an hour"))
    let times = (0..<400).map { (row: Int64) in Fixture.start + row * 10_000_000 }
    #expect(session.events.map(\.timestamp) == times)
  }

  @Test("are not two halves of an hour in the wrong order, which are sorted")
  func swapped() throws {
    let half: Int64 = 1800
    let session = try Self.session(
      ((half..<2 * half).map { $0 } + (0..<half).map { $0 }).map { $0 * 1000 }
    )
    #expect(session.rules == [.unsortedRows])
    #expect(session.events.last?.timestamp == Fixture.start + (2 * half - 1) * 1_000_000_000)
  }

  @Test("One row of 3,000 that is no time of day is left out, and the others stay what they are")
  func oddRow() throws {
    for (bad, unit) in [("246161000", "(hhmmssSSS)"), ("999999999", "(hhmmssSSS)")] {
      let file = ClockDigitsTests.file("time", count: 3000) { row in
        row == 7
          ? bad
          : ClockDigitsTests.digits(ClockDigitsTests.halfPastNine + Int64(row) * 20, isPadded: true)
      }
      let session = try Fixture.session(file)
      #expect(session.repairs.map(\.rule) == [.malformedRow] && session.events.count == 2999)
      #expect(session.repairs.first?.line == 9)
      #expect(
        session.repairs.first?.explanation.contains(
          "first: column time: \"\(bad)\" is not digits of a time of day \(unit)"
        ) == true
      )
    }
    let file = ClockDigitsTests.file("time", count: 100) { row in
      row == 7 ? "20240131246161" : "\(20_240_131_120_000 + row % 60)"
    }
    let bad = try Fixture.session(file).repairs.first { $0.rule == .malformedRow }
    #expect(bad?.line == 9)
    #expect(
      bad?.explanation.contains(
        "first: column time: \"20240131246161\" is not digits of a date and time"
      ) == true
    )
  }

  @Test("A count that goes on through numbers that are no time of day stays a count")
  func count() throws {
    let session = try Fixture.session(
      ClockDigitsTests.file("time", count: 3000) { "\(10_030_100 + $0 * 10)" }
    )
    #expect(session.files[0].clock?.unit == .milliseconds)
    #expect(session.events.count == 3000)
  }

  @Test("A time of day is no date, and day and month that nobody tells apart are said to be open")
  func words() throws {
    func clock(_ date: String) throws -> String? {
      try Fixture.session(
        ClockDigitsTests.file("date,time", count: 50) { "\(date),10:00:0\($0 / 10).\($0 % 10)" }
      ).files[0].clock?.text
    }
    #expect(
      try clock("31/01/2024")
        == "time is text of a time of day (hh:mm:ss), taken as UTC: it is such text; the dates are in date"
    )
    #expect(
      try clock("03/04/2024")
        == "time is text of a time of day (hh:mm:ss) of an unknown day: it is such text; "
        + "the dates in date are ambiguous: day/month/year or month/day/year"
    )
  }
}
