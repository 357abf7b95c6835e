import KymoCore
import KymoRecording
import Testing

@testable import KymoFormats

@Suite("Digits of a wall clock without seconds since the start") struct WallClockTests {
  static let noon = 12 * 3600
  static let day = 86_400

  /// The digits of a time of day in s.
  static func digits(_ second: Int) -> String {
    let second = second % day
    let all = second / 3600 * 10_000 + second / 60 % 60 * 100 + second % 60
    let text = String(all)
    return String(repeating: "0", count: 6 - text.count) + text
  }

  /// An export with rows at these seconds of a day; those from the next day on have larger ones.
  static func file(_ name: String, _ seconds: [Int]) -> ImportFile {
    let columns = name == "Location.csv" ? "time,longitude,latitude" : "time,z,y,x"
    let rows = seconds.enumerated().map { index, second in
      name == "Location.csv"
        ? "\(digits(second)),50.\(index),40\n" : "\(digits(second)),9.8,0,0.\(index)\n"
    }
    return Fixture.file(name, columns + "\n" + rows.joined())
  }

  /// So many rows in each of the seconds from `first`.
  static func seconds(_ first: Int, _ count: Int, rowsPerSecond: Int) -> [Int] {
    (0..<count * rowsPerSecond).map { first + $0 / rowsPerSecond }
  }

  static let names = [
    "TotalAcceleration.csv", "Accelerometer.csv", "Gyroscope.csv", "Location.csv",
  ]

  static func check(_ name: String, _ seconds: [Int], isAssumed: Bool) throws {
    let session = try Fixture.session(file(name, seconds))
    #expect(session.events.map(\.timestamp) == seconds.map { Int64($0) * 1_000_000_000 })
    #expect(session.files[0].clock?.unit == .timeOfDayDigits)
    #expect(session.files[0].clock?.origin == .midnight)
    #expect(session.files[0].clock?.isAssumed == isAssumed)
    #expect(session.repairs.filter { $0.rule == .unsortedRows || $0.rule == .clockJump }.isEmpty)
  }

  @Test(
    "are recognised within a minute if many rows share a second",
    arguments: names,
    [2, 20]
  )
  func coarse(name: String, count: Int) throws {
    let seconds = Self.seconds(Self.noon - 60, count, rowsPerSecond: 100)
    try Self.check(name, seconds, isAssumed: true)
  }

  @Test("are recognised by the end of a minute, at any rate", arguments: names, [1, 100])
  func minuteEnd(name: String, rowsPerSecond: Int) throws {
    let count = 200 / rowsPerSecond + 15
    let seconds = Self.seconds(Self.noon - 10, count, rowsPerSecond: rowsPerSecond)
    try Self.check(name, seconds, isAssumed: false)
    try Self.check(
      name,
      Self.seconds(Self.noon - 1, 2, rowsPerSecond: rowsPerSecond),
      isAssumed: false
    )
  }

  @Test("and may as well be ms are an error with a remedy")
  func ambiguous() throws {
    let file = Self.file(
      "Accelerometer.csv",
      Self.seconds(Self.noon - 60, 20, rowsPerSecond: 1)
    )
    let error = #expect(throws: ImportError.self) { try Fixture.session(file) }
    #expect(
      error?.description
        == "Accelerometer.csv:2: time may be digits of a time of day (hhmmss), and as well ms; "
        + "say which with --time-unit time-of-day or --time-unit ms"
    )
    for (unit, step) in [(TimeUnit.timeOfDayDigits, 1_000_000_000), (.milliseconds, 1_000_000)] {
      let told = try Fixture.session(file, options: ImportOptions(timeUnit: unit))
      #expect(told.events[1].timestamp - told.events[0].timestamp == Int64(step))
    }
  }

  @Test("are none where a count of seconds or ms goes on behind 59")
  func counts() throws {
    let rows = (0..<200).map { "\(120_000 + $0 * 5),9.8,0,0\n" }.joined()
    let session = try Fixture.session(
      Fixture.file("TotalAcceleration.csv", "time,z,y,x\n" + rows)
    )
    #expect(session.files[0].clock?.unit == .milliseconds)
  }

  @Test("that many rows share are noted, however the rows are ordered")
  func sharedMoments() throws {
    var seconds = Self.seconds(Self.noon - 5, 10, rowsPerSecond: 20)
    for _ in 0..<2 {
      let session = try Fixture.session(Self.file("TotalAcceleration.csv", seconds))
      let note = try #require(session.notes.first { $0.topic == .clock })
      #expect(note.count == 190)
      #expect(
        note.explanation
          == "190 of 200 rows have the time of the row before; they were kept at one moment."
      )
      seconds.swapAt(40, 60)
    }
    let few = Self.seconds(Self.noon - 5, 100, rowsPerSecond: 1) + [Self.noon + 94]
    let session = try Fixture.session(Self.file("TotalAcceleration.csv", few))
    #expect(!session.notes.contains { $0.topic == .clock })
  }

  @Test("that pass midnight go on with the next day", arguments: names, [1, 100])
  func midnight(name: String, rowsPerSecond: Int) throws {
    let seconds = Self.seconds(Self.day - 90, 180, rowsPerSecond: rowsPerSecond)
    try Self.check(name, seconds, isAssumed: false)
    try Self.check(
      name,
      Self.seconds(Self.day - 5, 10, rowsPerSecond: rowsPerSecond),
      isAssumed: false
    )
    let session = try Fixture.session(Self.file(name, seconds))
    let note = try #require(session.notes.first { $0.explanation.contains("midnight") })
    #expect(note.line == 90 * rowsPerSecond + 2)
    #expect(note.count == 1)
  }

  @Test("pass midnight at a step back of more than 12 h, and not at a late row")
  func midnights() {
    var counter = MidnightCounter()
    let hour: Int64 = 3_600_000_000_000
    let times = [20, 8, 7, 23, 1, 23].map { counter.time($0 * hour, line: 1) / hour }
    #expect(times == [20, 8, 7, 23, 25, 47])
    var late = MidnightCounter()
    let last = 24 * hour - 1
    #expect(
      [last, 0, last, 1, 2].map { late.time($0, line: 1) }
        == [last, 24 * hour, last, 24 * hour + 1, 24 * hour + 2]
    )
    #expect(late.days == 1)
  }
}
