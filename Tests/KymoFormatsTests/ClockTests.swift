import KymoCore
import KymoRecording
import Testing

@testable import KymoFormats

@Suite("Clocks of files") struct ClockTests {
  static func decimal(_ text: String) -> Decimal64? {
    let bytes = Array(text.utf8)
    return Decimal64(span: bytes.span, start: 0, end: bytes.count)
  }

  @Test(
    "are read from the digits of a date and time",
    arguments: [
      ("19700101000000", 0), ("20240131120000", 1_706_702_400_000_000_000),
      ("20240131120000.25", 1_706_702_400_250_000_000),
      ("20240131120000250", 1_706_702_400_250_000_000),
      ("20240229235959", 1_709_251_199_000_000_000), ("20161231235960", 1_483_228_799_000_000_000),
      ("20000301000000", 951_868_800_000_000_000), ("20991231235959", 4_102_444_799_000_000_000),
    ] as [(String, Int64)]
  )
  func dates(text: String, time: Int64) throws {
    #expect(WallClockDigits.dateTime(try #require(Self.decimal(text))) == time)
  }

  @Test(
    "are no digits of a date and time",
    arguments: [
      "20230229000000", "20240001000000", "20241301000000", "20240132000000", "20240131240000",
      "20240131006000", "20240131000061", "2024013112000", "202401311200001", "1706702400000",
      "1706702400000000", "1706702400000000000", "-20240131120000", "19691231235959", "1e30", "0",
    ]
  )
  func noDates(text: String) throws {
    #expect(WallClockDigits.dateTime(try #require(Self.decimal(text))) == nil)
  }

  @Test(
    "are read from the digits of a time of day",
    arguments: [
      ("000000", 0), ("120000", 43_200_000_000_000), ("090000.25", 32_400_250_000_000),
      ("235959", 86_399_000_000_000), ("5", 5_000_000_000),
    ] as [(String, Int64)]
  )
  func timesOfDay(text: String, time: Int64) throws {
    #expect(WallClockDigits.timeOfDay(try #require(Self.decimal(text))) == time)
  }

  @Test("are no digits of a time of day", arguments: ["240000", "126000", "120061", "-1", "1e9"])
  func noTimesOfDay(text: String) throws {
    #expect(WallClockDigits.timeOfDay(try #require(Self.decimal(text))) == nil)
  }

  static func session(
    _ rows: [(time: String, elapsed: String)],
    options: ImportOptions = ImportOptions()
  ) throws(ImportError) -> ImportedSession {
    let text = rows.map { "\($0.time),\($0.elapsed),9.8,0,0\n" }.joined()
    return try Fixture.session(
      Fixture.file("TotalAcceleration.csv", "time,seconds_elapsed,z,y,x\n" + text),
      options: options
    )
  }

  @Test("survive a clock that was set, coarse seconds and leftovers")
  func disturbances() throws {
    let start: Int64 = 1_706_702_400_000
    func time(_ index: Int) -> String { "\(start + Int64(index) * 10)" }
    let set = (0..<400).map { index in
      (time: index < 150 ? time(index) : time(index - 5000), elapsed: "\(Double(index) / 100)")
    }
    let coarse = (0..<400).map { (time: time($0), elapsed: "\($0 / 100)") }
    let stale = [(time: "0", elapsed: "-1706702400")]
    for rows in [set, coarse, stale + coarse] {
      let session = try Self.session(rows)
      #expect(session.files[0].clock?.unit == .milliseconds)
      #expect(session.files[0].clock?.origin == .unix)
      #expect(session.events.count == 400)
      #expect(session.events[0].timestamp == start * 1_000_000)
      #expect(session.description.clock == .unix)
    }
  }

  @Test("that run with the seconds since the start in no unit are an error with a remedy")
  func noAgreement() {
    let rows = (0..<50).map { (time: "\($0 * 17)", elapsed: "\(Double($0) / 100)") }
    let error = #expect(throws: ImportError.self) { try Self.session(rows) }
    #expect(
      error?.description
        == "TotalAcceleration.csv:2: time does not run in step with seconds_elapsed in any unit; "
        + "say what it is with --time-unit, or choose another column with --time-column"
    )
  }

  @Test("follow the rate that the recording itself states")
  func nominalRate() throws {
    let metadata = Fixture.file(
      "Metadata.csv",
      "version,device name,platform,sensors,sampleRateMs\n3,P,android,TotalAcceleration|Location,10000|\n"
    )
    let rows = (0..<50).map { "\($0 * 10),9.8,0,0\n" }.joined()
    let file = Fixture.file("TotalAcceleration.csv", "time,z,y,x\n" + rows)
    let usual = try Fixture.session(file)
    #expect(usual.events[1].timestamp == 10_000_000)
    let slow = try Fixture.session(metadata, file)
    #expect(slow.events[1].timestamp == 10_000_000_000)
    #expect(slow.description.clock == .relative)
  }

  @Test("that have a unit of their own are what the user says")
  func told() throws {
    let rows = [(time: "1000", elapsed: "0"), (time: "1010", elapsed: "0.01")]
    for unit in [TimeUnit.seconds, .milliseconds, .microseconds, .nanoseconds] {
      let session = try Self.session(rows, options: ImportOptions(timeUnit: unit))
      let power = [9: 1_000_000_000, 6: 1_000_000, 3: 1000, 0: 1][unit.scale ?? -1] ?? 0
      #expect(session.events.map(\.timestamp) == [1000 * Int64(power), 1010 * Int64(power)])
      #expect(session.files[0].clock?.evidence.first == "--time-unit says so")
    }
  }
}
