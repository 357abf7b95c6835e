import KymoCore
import KymoFormats
import KymoRecording
import Testing

@Suite("Rows for other channels") struct ChannelRowTests {
  /// What a format gives to one topic: the numbers of each row, and the times.
  static func rows(
    _ topic: String,
    _ files: ImportFile...
  ) throws(ImportError) -> [SampleRow] {
    let options = ImportOptions(topics: [topic])
    var log = ImportLog(isStrict: true)
    var reading = try CSVFormat().read(files, options: options, log: &log)
    var rows: [SampleRow] = []
    while var stream = try reading.next(log: &log) {
      while let block = try stream.next(log: &log) {
        if case .samples(topic, let more) = block { rows += more }
      }
    }
    return rows
  }

  static func numbers(_ rows: [SampleRow], _ count: Int) -> [[Double]] {
    rows.map { row in
      let payload = row.payload
      return [payload.word0, payload.word1, payload.word2].prefix(count)
        .map { Double(bitPattern: $0) }
    }
  }

  @Test("come from Sensor Logger's gyroscope and magnetometer, the calibrated ones first")
  func sensorLogger() throws {
    for (topic, name) in [("/gyroscope", "Gyroscope"), ("/magnetometer", "Magnetometer")] {
      let rows = try Self.rows(
        topic,
        Fixture.axes("\(name)Uncalibrated.csv", [(10, 9, 9, 9)]),
        Fixture.axes("\(name).csv", [(10, 1, -2, 3), (20, 4, 5, -6)]),
        Fixture.axes("Watch\(name).csv", [(10, 7, 7, 7)])
      )
      #expect(Self.numbers(rows, 3) == [[1, -2, 3], [4, 5, -6]])
      #expect(rows.map(\.timestamp) == [10, 20].map { Fixture.start + $0 * 1_000_000 })
      #expect(rows.map(\.line) == [2, 3])
    }
  }

  @Test("come from a barometer in Pa")
  func barometer() throws {
    let sensorLogger = try Self.rows(
      "/barometer",
      Fixture.file(
        "Barometer.csv",
        "time,seconds_elapsed,relativeAltitude,pressure\n\(Fixture.start),0.1,-0.5,1013.25\n"
      )
    )
    #expect(Self.numbers(sensorLogger, 2) == [[101_325, -0.5]])
    let phyphox = try Self.rows(
      "/barometer",
      Fixture.file("Pressure.csv", "\"Time (s)\",\"Pressure (hPa)\"\n1.5,1000.5\n")
    )
    #expect(phyphox.map(\.timestamp) == [1_500_000_000])
    #expect(Self.numbers(phyphox, 1) == [[100_050]])
    #expect(Double(bitPattern: phyphox[0].payload.word1).isNaN)
  }

  @Test(
    "come from phyphox by the unit",
    arguments: [
      ("/gyroscope", "\"Time (s)\",\"X (rad/s)\",\"Y (rad/s)\",\"Z (rad/s)\""),
      ("/gyroscope", "Time (s),Gyroscope x (rad/s),Gyroscope y (rad/s),Gyroscope z (rad/s)"),
      ("/magnetometer", "Time (s),X (µT),Y (µT),Z (µT)"),
    ]
  )
  func phyphox(topic: String, header: String) throws {
    let rows = try Self.rows(topic, Fixture.file("a.csv", header + "\n0.25,1,2,3E-1\n"))
    #expect(Self.numbers(rows, 3) == [[1, 2, 0.3]])
    #expect(rows.map(\.timestamp) == [250_000_000])
  }

  @Test("arrive as events of their own source, in one order with the others")
  func events() throws {
    let session = try Fixture.session(
      Fixture.axes("TotalAcceleration.csv", [(10, 0, 0, 9.8), (20, 0, 0, 9.8), (40, 0, 0, 9.8)]),
      Fixture.axes("Gyroscope.csv", [(-5, 9, 9, 9), (30, -1, 0.5, 2), (20, 1, 2, 3)]),
      Fixture.axes("Magnetometer.csv", [(20, 40, 50, 60)]),
      Fixture.file(
        "Barometer.csv",
        "time,seconds_elapsed,relativeAltitude,pressure\n\(Fixture.start),0,1,1000\n"
      )
    )
    #expect(
      session.events.map(\.source) == [
        .barometer, .accelerometer, .accelerometer, .gyroscope, .magnetometer, .gyroscope,
        .accelerometer,
      ]
    )
    let turns = session.events.filter { $0.source == .gyroscope }
    #expect(turns.map(\.kind) == [.sample, .sample])
    #expect(turns.map(\.sequence) == [0, 1])
    #expect(turns[1].payload == Payload(Acceleration(x: -1, y: 0.5, z: 2)))
    #expect(session.rules == [.cachedRow, .unsortedRows])
    #expect(session.repairs[0].explanation.hasPrefix("Samples from before the start"))
    #expect(
      session.description.origin
        == "Sensor Logger CSV: TotalAcceleration.csv, Barometer.csv, Gyroscope.csv, "
        + "Magnetometer.csv"
    )
  }

  @Test("are not taken for accelerations, and make a session alone")
  func alone() throws {
    let session = try Fixture.session(
      Fixture.file("a.csv", "Time (s),X (rad/s),Y (rad/s),Z (rad/s)\n0.25,1,2,3\n")
    )
    #expect(session.events.map(\.source) == [.gyroscope])
    #expect(session.description.gravity == .unknown)
  }

  @Test("are passed over by an import that does not want them")
  func unwanted() throws {
    let session = try Fixture.session(
      Fixture.axes("TotalAcceleration.csv", [(10, 0, 0, 9.8)]),
      Fixture.axes("Gyroscope.csv", [(10, 1, 2, 3)]),
      options: ImportOptions(topics: ["/accelerometer", "/location"])
    )
    #expect(session.events.map(\.source) == [.accelerometer])
    #expect(session.notes.map(\.file).contains("Gyroscope.csv"))
  }
}
