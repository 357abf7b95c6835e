import KymoCore
import KymoFormats
import KymoRecording
import Testing

@Suite("CSV of any make") struct ColumnMappingTests {
  static func session(
    _ columns: String?,
    _ text: String,
    _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportedSession {
    var options = ImportOptions()
    if let columns { options.columns = try #require(ColumnMapping.list(columns)) }
    change(&options)
    return try Fixture.session([Fixture.file("drive.csv", text)], options: options)
  }

  @Test("is read by the statement of its columns and their units")
  func statement() throws {
    let session = try Self.session(
      "time=T:ms,x=#2:g,y=ay:g,z=\"az, raw\":g,lat=b,lon=l,speed=v:km/h,alt=h:ft,course=c:rad,rpm=n,"
        + "gyroscope/z=w:deg/s,tank/level=f:%",
      """
      T;ax;ay;"az, raw";b;l;v;h;c;n;w;f
      1706702400000;0;0;1;47,5;8;36;1000;3,141592653589793;900;180;0,5
      1706702400100;0;0;1;47,5;8;-1;1000;0;901;180;0,5

      """
    )
    #expect(session.accelerations.map(\.z) == [9.80665, 9.80665])
    let fix = try #require(session.locations.first)
    #expect(fix.latitude == 47.5 && fix.speed == 10 && fix.course == 180)
    #expect(abs(fix.altitude - 304.8) < 1e-9 && session.locations[1].speed.isNaN)
    #expect(session.events.first?.timestamp == 1_706_702_400_000_000_000)
    #expect(try OpenSensorTests.numbers(session, "/drive") == [900])
    #expect(try OpenSensorTests.numbers(session, "/tank") == [0.5])
    let turn = session.events.first { $0.source == .gyroscope }?.payload
    #expect(turn.map { Double(bitPattern: $0.word2) } == .pi)
    #expect(turn.map { Double(bitPattern: $0.word0).isNaN } == true)
    #expect(session.description.origin == "CSV: drive.csv")
    // What was stated is no guess.
    #expect(!session.repairs.contains { $0.rule == .unitGuessed })
  }

  @Test(
    "is read by the names of its columns if they leave little doubt, and says what would say the same",
    arguments: [
      ("t,ax,ay,az", "0,0,0,9.8", "time=t,x=ax,y=ay,z=az"),
      ("Timestamp;acc_x;acc_y;acc_z", "0;0;0;9,8", "time=Timestamp,x=acc_x,y=acc_y,z=acc_z"),
      ("time_s,lat,lon,alt", "0,1,2,3", "time=time_s,lat=lat,lon=lon,alt=alt"),
      (
        "t,gyro x,gyro y,gyro z", "0,1,2,3",
        "time=t,gyroscope/x=\"gyro x\",gyroscope/y=\"gyro y\",gyroscope/z=\"gyro z\""
      ),
    ]
  )
  func guess(header: String, row: String, columns: String) throws {
    let text = header + "\n" + row + "\n" + row.replacing(/^0/, with: "0.5") + "\n"
    let guessed = try Self.session(nil, text) { $0.timeUnit = .seconds }
    #expect(guessed.notes.contains { $0.explanation.contains("--columns '\(columns)'") })
    let stated = try Self.session(columns, text) { $0.timeUnit = .seconds }
    #expect(stated.events.map(\.payload) == guessed.events.map(\.payload))
    #expect(stated.events.map(\.timestamp) == guessed.events.map(\.timestamp))
    #expect(guessed.events.count == 2)
    #expect(!stated.notes.contains { $0.explanation.contains("--columns") })
  }

  @Test(
    "is refused in one line if the statement cannot be",
    arguments: [
      ("time=t,x=q,y=ay,z=az", "no column is named q; --columns takes some of t, ax, ay, az"),
      ("x=ax,y=ay,z=az", "--columns does not say which column is the time; add time=COLUMN to it"),
      (
        "time=t,x=ax",
        "accelerations have three axes, and --columns names 1; give x, y and z, or name others "
          + "topic/field, such as speed/x=vx"
      ),
      ("time=t,time=t", "time is given twice; name it once"),
      (
        "time=t:parsec,x=ax,y=ay,z=az",
        "parsec is no unit of a time; take one of s, ms, us, ns, datetime, "
          + "time-of-day, time-of-day-ms, iso8601"
      ),
      (
        "time=t,lat=ax",
        "a fix has a latitude and a longitude, and --columns does not name both; give lat and lon, "
          + "or name others topic/field, such as wheel/speed=v"
      ),
      ("time=t,x=ax:mph,y=ay,z=az", "x is not in mph; take one of m/s2, m/s^2, m/s², g"),
      ("time=t", "--columns names no value; give x, y and z, or lat and lon"),
    ]
  )
  func refusals(columns: String, message: String) throws {
    let error = #expect(throws: ImportError.self) {
      try Self.session(columns, "t,ax,ay,az\n0.0,0,0,9.8\n0.5,0,0,9.8\n")
    }
    #expect(error?.description == "drive.csv:1: " + message)
  }

  @Test(
    "is no statement if the text is none",
    arguments: ["", "x", "=x", "x=", "x=\"a", "x=a,,y=b"]
  )
  func texts(text: String) { #expect(ColumnMapping.list(text) == nil) }

  @Test("is read back from the text of its statement")
  func roundTrip() {
    let columns = [
      ColumnMapping(target: "x", column: "a:b", unit: "m/s^2"),
      ColumnMapping(target: "gyroscope/x", column: "w, raw"),
      ColumnMapping(target: "t", column: "#1"),
    ]
    #expect(ColumnMapping.list(columns.map(\.text).joined(separator: ",")) == columns)
  }

  @Test("is left out beside an export of an app that it was found with")
  func beside() throws {
    let session = try Fixture.session(
      Fixture.fixes([(500, 40, 50)]),
      Fixture.file("notes.csv", "t,ax,ay,az\n0,0,0,9.8\n", isExplicit: false)
    )
    #expect(session.events.count == 1)
    #expect(
      session.notes.map(\.explanation) == ["It is not of Sensor Logger CSV, as Location.csv is."]
    )
  }
}
