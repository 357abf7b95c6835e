import KymoCore
import KymoRecording
import Testing

@testable import KymoFormats

@Suite("Digits hhmmssSSS, dates and text as times") struct ClockDigitsTests {
  static let halfPastNine: Int64 = (9 * 3600 + 30 * 60 + 15) * 1000 + 123

  /// Before the end of a minute, of an hour, of a day, and of the hour of ten.
  static let starts: [Int64] = [
    halfPastNine + 30_000, halfPastNine + 1_770_000, 86_400_000 - 15_000, 11 * 3_600_000 - 9,
  ]

  /// The digits of a time of day in ms.
  static func digits(_ time: Int64, isPadded: Bool) -> String {
    let time = time % 86_400_000
    let all = [
      (time / 3_600_000, 2), (time / 60_000 % 60, 2), (time / 1000 % 60, 2), (time % 1000, 3),
    ]
    let text = all.map { value, count in
      String(repeating: "0", count: count - "\(value)".count) + "\(value)"
    }
    let joined = text.joined()
    return isPadded ? joined : "\(Int64(joined) ?? 0)"
  }

  /// A file of accelerations of 50 a second, each a line of columns before x, y and z.
  static func file(
    _ columns: String,
    count: Int = 1545,
    name: String = "TotalAcceleration.csv",
    _ row: (Int) -> String
  ) -> ImportFile {
    let rows = (0..<count).map { row($0) + ",0,0.1,9.8\n" }
    return Fixture.file(name, columns + ",x,y,z\n" + rows.joined())
  }

  static func steps(_ session: ImportedSession) -> Set<Int64> {
    let times = session.events.map(\.timestamp)
    return Set(zip(times, times.dropFirst()).map { $1 - $0 })
  }

  @Test("93015123 is 09:30:15.123", arguments: ["93015123", "093015123"])
  func reading(text: String) throws {
    let decimal = try #require(ClockTests.decimal(text))
    #expect(WallClockDigits.timeOfDayMilliseconds(decimal) == Self.halfPastNine * 1_000_000)
    for text in ["240000000", "096015123", "093061123", "-1", "93015123.5", "1e12"] {
      let decimal = try #require(ClockTests.decimal(text))
      #expect(WallClockDigits.timeOfDayMilliseconds(decimal) == nil, "\(text)")
    }
  }

  @Test(
    "30.9 s over the end of a minute, an hour or a day are 30.9 s",
    arguments: [true, false],
    starts
  )
  func recognised(isPadded: Bool, start: Int64) throws {
    for columns in ["time", "time,seconds_elapsed", "time,millis"] {
      let session = try Fixture.session(
        Self.file(columns) { row in
          let clock = Self.digits(start + Int64(row) * 20, isPadded: isPadded)
          switch columns {
          case "time": return clock
          case "time,millis": return "\(clock),\(5000 + row * 20)"
          default: return "\(clock),\(Double(row) / 50)"
          }
        }
      )
      let clock = try #require(session.files[0].clock)
      #expect(clock.unit == .timeOfDayMilliseconds && clock.origin == .midnight)
      #expect(!clock.isAssumed && session.repairs.isEmpty)
      #expect(session.events.count == 1545 && Self.steps(session) == [20_000_000])
      #expect(session.events.first?.timestamp == start * 1_000_000)
      let named = columns.split(separator: ",").dropFirst().map { "in step with \($0)" }
      #expect(clock.evidence.suffix(named.count) == named[...])
    }
  }

  @Test("Within a minute leading zeros, a date, or nothing tell; and ms run the same")
  func withinAMinute() throws {
    func clock(_ columns: String, isPadded: Bool) throws -> ClockStatement? {
      try Fixture.session(
        Self.file(columns, count: 500) { row in
          (columns.hasPrefix("date") ? "2024-01-31," : "")
            + Self.digits(Self.halfPastNine + Int64(row) * 20, isPadded: isPadded)
        }
      ).files[0].clock
    }
    #expect(try clock("time", isPadded: true)?.unit == .timeOfDayMilliseconds)
    #expect(try clock("date,time", isPadded: false)?.unit == .timeOfDayMilliseconds)
    let open = try #require(try clock("time", isPadded: false))
    #expect(open.unit == .milliseconds && open.isAssumed)
    #expect(open.evidence.last == "digits of a time of day (hhmmssSSS) would run the same")
  }

  @Test("Where only s would be a usual rate, that is as likely, and the user decides")
  func rival() throws {
    let rows = (0..<200).map {
      Self.digits(Self.halfPastNine + Int64($0) * 50, isPadded: false) + ",40,50.\($0)\n"
    }
    let file = Fixture.file("Location.csv", "time,latitude,longitude\n" + rows.joined())
    let error = #expect(throws: ImportError.self) { try Fixture.session(file) }
    #expect(
      error?.description
        == "Location.csv:2: time may be digits of a time of day (hhmmssSSS), and as well s; "
        + "say which with --time-unit time-of-day-ms or --time-unit s"
    )
    let told = try Fixture.session(file, options: ImportOptions(timeUnit: .timeOfDayMilliseconds))
    #expect(Self.steps(told) == [50_000_000])
  }

  @Test(
    "Dates beside times of day are their days",
    arguments: [
      ("2024-01-31", "2024-02-01"), ("20240131", "20240201"), ("31.01.2024", "01.02.2024"),
      ("31/01/2024", "01/02/2024"), ("01/31/2024", "02/01/2024"),
    ]
  )
  func dates(first: String, second: String) throws {
    let start: Int64 = 86_400_000 - 15_000
    for isDayOfStart in [true, false] {
      let session = try Fixture.session(
        Self.file("date,time") { row in
          let time = start + Int64(row) * 20
          let date = isDayOfStart || time < 86_400_000 ? first : second
          return "\(date),\(Self.digits(time, isPadded: true))"
        }
      )
      #expect(session.events.first?.timestamp == (1_706_659_200_000 + start) * 1_000_000)
      #expect(Self.steps(session) == [20_000_000])
      #expect(session.files[0].clock?.origin == .unix)
      #expect(session.files[0].clock?.evidence.last == "the dates are in date")
      #expect(session.files[0].columns.contains { $0.name == "date" && $0.use == "date" })
    }
  }

  @Test("A date that is one day here and another there is not taken, and that is said")
  func unclearDates() throws {
    let session = try Fixture.session(
      Self.file("date,time") { row in
        "01/02/2024,\(Self.digits(Self.halfPastNine + 40_000 + Int64(row) * 20, isPadded: true))"
      }
    )
    #expect(session.files[0].clock?.origin == .midnight)
    let evidence = session.files[0].clock?.evidence.last
    #expect(evidence?.hasPrefix("the dates in date are ambiguous") == true)
  }

  @Test("A clock that runs with no other in the file is an error that names both and the options")
  func disagreement() throws {
    let file = Self.file("time,millis") { row in
      "\(1_706_702_400_000 + row * 20 + row / 100 * 3000),\(5000 + row * 20)"
    }
    let error = #expect(throws: ImportError.self) { try Fixture.session(file) }
    #expect(
      error?.description
        == "TotalAcceleration.csv:2: in the first 1545 rows time as ms runs 75.9 s, and millis 30.9 s; "
        + "say what it is with --time-unit, or choose another column with --time-column (millis)"
    )
    let options = ImportOptions(timeColumn: "millis")
    let told = try Fixture.session(file, options: options)
    #expect(told.files[0].clock?.unit == .milliseconds && Self.steps(told) == [20_000_000])
    let unit = ImportOptions(timeUnit: .milliseconds)
    #expect(try Fixture.session(file, options: unit).events.count == 1545)
  }

  @Test("One leap against another clock is a doubt, which --strict refuses")
  func leap() throws {
    let file = Self.file("time,millis") { row in
      "\(1_706_702_400_000 + row * 20 + (row < 800 ? 0 : 40_000)),\(5000 + row * 20)"
    }
    let repair = try #require(try Fixture.session(file).repairs.first { $0.rule == .clocksDiffer })
    #expect(repair.line == 802)
    #expect(repair.explanation.hasPrefix("time as ms runs 70.9 s, and millis 30.9 s"))
    let strict = ImportOptions(isStrict: true, platform: .android)
    #expect(throws: ImportError.repairRefused(repair)) {
      try Fixture.session(file, options: strict)
    }
  }

  @Test("The thousandths of a second are no clock")
  func thousandths() throws {
    let session = try Fixture.session(
      Self.file("time,millis") { "\(1_706_702_400_000 + $0 * 20),\($0 * 20 % 1000)" }
    )
    #expect(session.files[0].clock?.evidence.first == "by its magnitude" && session.repairs.isEmpty)
  }

  @Test("Five rows whose two clocks differ 360,000-fold are an error", arguments: [true, false])
  func fiveRows(isElapsed: Bool) {
    let file = Self.file("time,seconds_elapsed", count: 5) { row in
      let far = row * 7200
      return isElapsed
        ? "\(1_706_702_400_000 + row * 20),\(far)"
        : "\(1_706_702_400_000 + far * 1000),\(Double(row) / 50)"
    }
    let error = #expect(throws: ImportError.self) { try Fixture.session(file) }
    #expect(
      error?.description
        == "TotalAcceleration.csv:2: by its magnitude time is ms since 1970, but it does not run in step "
        + "with seconds_elapsed; say what it is with --time-unit, or choose another column with --time-column"
    )
  }

  @Test(
    "Text of ISO 8601",
    arguments: [
      ("T", "Z"), (" ", "Z"), ("T", ""), (" ", ""), ("T", "+01:00"), ("T", "-0130"), ("T", "+01"),
    ]
  )
  func text(mark: String, zone: String) throws {
    let offsets: [String: Int64] = ["+01:00": 60, "-0130": -90, "+01": 60]
    for hasFraction in [true, false] {
      let session = try Fixture.session(
        Self.file("time", count: 200) { row in
          let time = hasFraction ? row * 20 : row * 1000
          let second = "\(time / 1000 % 60)"
          let fraction = "\(time % 1000)"
          return "2024-01-31\(mark)12:0\(time / 60_000):" + (second.count < 2 ? "0" : "") + second
            + (hasFraction
              ? "." + String(repeating: "0", count: 3 - fraction.count) + fraction : "")
            + zone
        }
      )
      let clock = try #require(session.files[0].clock)
      #expect(clock.unit == .iso8601 && clock.origin == .unix)
      let start = 1_706_702_400 - (offsets[zone] ?? 0) * 60
      #expect(session.events.first?.timestamp == start * 1_000_000_000)
      #expect(Self.steps(session) == [hasFraction ? 20_000_000 : 1_000_000_000])
      #expect(
        clock.evidence[1]
          == (zone.isEmpty ? "no zone, so it is taken as UTC" : "each with its zone")
      )
    }
  }

  @Test("Text without a date is of the day beside it, and a row of another kind is left out")
  func textOfDay() throws {
    func session(_ odd: String?) throws(ImportError) -> ImportedSession {
      try Fixture.session(
        Self.file("date,time", count: 60) { row in
          let time = "09:30:" + (row < 10 ? "0" : "") + "\(row)"
          return "2024-01-31,\(row == 30 ? odd ?? time : time)"
        }
      )
    }
    #expect(try session(nil).events[59].timestamp == 1_706_693_459_000_000_000)
    for odd in ["09:30:30Z", "2024-01-31T09:30:30", "1706693430", "09:99:30"] {
      let repairs = try session(odd).repairs
      #expect(repairs.map(\.rule) == [.malformedRow] && repairs.first?.line == 32)
      #expect(repairs.first?.explanation.contains("first: column time: \"\(odd)\" ") == true)
    }
  }
}
