import KymoCore
import KymoFormats
import KymoRecording
import Testing

@Suite("Sensor Logger CSV") struct SensorLoggerCSVTests {
  static let uncalibrated = "AccelerometerUncalibrated.csv"

  static func metadata(platform: String, standardisation: String? = nil) -> ImportFile {
    var header = "version,device name,recording epoch time,platform,appVersion"
    var row = "3,My Phone,1699734109763,\(platform),1.18.0"
    if let standardisation {
      header += ",standardisation"
      row += ",\(standardisation)"
    }
    return Fixture.file("Metadata.csv", header + "\n" + row)
  }

  @Test("finds the columns by name, whatever their order")
  func columns() throws {
    let session = try Fixture.session(
      Fixture.file(
        "Location.csv",
        "latitude,speed,time,bearing,altitude,longitude,verticalAccuracy,horizontalAccuracy,"
          + "seconds_elapsed,bearingAccuracy\n"
          + "40.5,1.5,1699734109763076401,270,10.5,-75.25,7.5,4.25,0.5,0\n"
      )
    )
    #expect(
      session.events.map(\.payload) == [
        Payload(
          Location(
            latitude: 40.5,
            longitude: -75.25,
            altitude: 10.5,
            horizontalAccuracy: 4.25,
            verticalAccuracy: 7.5,
            speed: 1.5,
            course: 270,
            fixTimestamp: Fixture.start
          )
        )
      ]
    )
    #expect(session.events.map(\.timestamp) == [Fixture.start])
    #expect(session.description.clock == .unix)
    #expect(session.description.altitudeDatum == .ellipsoid)
    #expect(session.description.accuracyConfidence == .percent68)
    #expect(session.repairs == [])
  }

  @Test(
    "brings every platform to the canonical axes",
    arguments: [
      ("android", nil, "TotalAcceleration.csv", 9.5, 9.5),
      ("android", nil, uncalibrated, 9.5, 9.5),
      ("ios", nil, uncalibrated, -0.95, 0.95 * 9.80665),
      ("ios", "false", uncalibrated, -0.95, 0.95 * 9.80665),
      ("ios", "true", uncalibrated, 9.5, 9.5),
      ("ios", "false", "Accelerometer.csv", -0.5, 0.5),
      ("ios", "false", "TotalAcceleration.csv", -9.5, 9.5),
      ("ios", "true", "Accelerometer.csv", 0.5, 0.5),
    ] as [(String, String?, String, Double, Double)]
  )
  func platforms(
    platform: String,
    standardisation: String?,
    name: String,
    z: Double,
    expected: Double
  ) throws {
    let session = try Fixture.session(
      Self.metadata(platform: platform, standardisation: standardisation),
      Fixture.axes(name, [(10, 0, 0, z)]),
      options: ImportOptions(isStrict: true)
    )
    #expect(abs(session.accelerations[0].z - expected) < 1e-12)
    #expect(session.description.device == "My Phone")
    #expect(session.notes.count == (expected == z ? 0 : 1))
  }

  @Test("lets the user overrule the files")
  func override() throws {
    let session = try Fixture.session(
      Fixture.axes(Self.uncalibrated, [(10, 0, 0, -0.5)]),
      options: ImportOptions(isStrict: true, platform: .ios)
    )
    #expect(session.accelerations[0].z == 0.5 * 9.80665)
    let standardised = try Fixture.session(
      Self.metadata(platform: "ios", standardisation: "false"),
      Fixture.axes("Accelerometer.csv", [(10, 0, 0, 3)]),
      options: ImportOptions(isStandardised: true)
    )
    #expect(standardised.accelerations[0].z == 3)
  }

  @Test("takes the best of several files and says so")
  func preference() throws {
    let session = try Fixture.session(
      Fixture.axes("Accelerometer.csv", [(10, 0, 0, 0.1)]),
      Fixture.axes("AccelerometerUncalibrated.csv", [(10, 0, 0, 9.7)]),
      Fixture.axes("TotalAcceleration.csv", [(10, 0, 0, 9.9)]),
      Fixture.axes("Compass.csv", [(10, 1, 2, 3)]),
      Fixture.file("LocationGps.csv", "time,seconds_elapsed,latitude,longitude\n1,0.1,1,1\n"),
      Fixture.fixes([(10, 40, 50)])
    )
    #expect(session.accelerations.map(\.z) == [9.9])
    #expect(session.locations.map(\.latitude) == [40])
    #expect(session.description.gravity == .included)
    // What another file has better, and what is of another sensor, has a channel of its own.
    #expect(
      session.description.openChannels.map(\.topic) == [
        "/accelerometer/uncalibrated", "/compass", "/linear_acceleration", "/location/gps",
      ]
    )
    #expect(session.notes.allSatisfy { $0.topic != .fileNotImported })
    let wanted = ImportOptions(topics: ["/accelerometer", "/location"])
    let narrow = try Fixture.session(
      Fixture.axes("Accelerometer.csv", [(10, 0, 0, 0.1)]),
      Fixture.axes("AccelerometerUncalibrated.csv", [(10, 0, 0, 9.7)]),
      Fixture.axes("TotalAcceleration.csv", [(10, 0, 0, 9.9)]),
      options: wanted
    )
    // Each note names the file that won in the end, not the one that was ahead at the time.
    let winners = narrow.notes.filter {
      $0.explanation.contains("TotalAcceleration.csv is imported")
    }
    #expect(winners.map(\.file) == ["Accelerometer.csv", "AccelerometerUncalibrated.csv"])
  }

  @Test("adds gravity where a phone records it apart")
  func gravity() throws {
    let linear = Fixture.axes("Accelerometer.csv", [(10, 1, 0, 0.25), (20, 0, 0, 0.5)])
    let session = try Fixture.session(
      Self.metadata(platform: "ios", standardisation: "false"),
      linear,
      Fixture.axes("Gravity.csv", [(10, 0, 0, -9.75), (20, 0, 0, -9.75)]),
      options: ImportOptions(isStrict: true)
    )
    #expect(session.accelerations.map(\.z) == [9.5, 9.25])
    #expect(session.accelerations.map(\.x) == [-1, 0])
    #expect(session.description.gravity == .included)
    #expect(session.description.origin == "Sensor Logger CSV: Accelerometer.csv, Gravity.csv")
    let apart = try Fixture.session(linear, Fixture.axes("Gravity.csv", [(11, 0, 0, -9.75)]))
    #expect(apart.accelerations.map(\.z) == [0.25, 0.5])
    #expect(apart.description.gravity == .excluded)
    #expect(apart.notes.contains { $0.topic == .conversion && $0.file == "Gravity.csv" })
    let total = try Fixture.session(
      Fixture.axes("TotalAcceleration.csv", [(10, 0, 0, 9.5)]),
      Fixture.axes("Gravity.csv", [(10, 0, 0, 9.75)])
    )
    #expect(total.accelerations.map(\.z) == [9.5])
  }

  @Test("refuses what it cannot decide")
  func refusals() {
    #expect(throws: ImportError.unknownSensor(file: "foo.csv")) {
      try Fixture.session(Fixture.axes("foo.csv", [(10, 0, 0, 1)]))
    }
    #expect(
      throws: ImportError.ambiguous(
        files: ["a/Accelerometer.csv", "b/Accelerometer.csv"],
        data: "/accelerometer"
      )
    ) {
      try Fixture.session(
        Fixture.axes("a/Accelerometer.csv", [(10, 0, 0, 1)]),
        Fixture.axes("b/Accelerometer.csv", [(10, 0, 0, 1)])
      )
    }
    #expect(throws: ImportError.mixedFormats(files: ["p/Accelerometer.csv", "Location.csv"])) {
      try Fixture.session(
        Fixture.file("p/Accelerometer.csv", PhyphoxCSVTests.axes + "0.1,0,0,9.9\n"),
        Fixture.fixes([(10, 40, 50)])
      )
    }
  }
}
