import KymoCore
import KymoFormats
import KymoRecording
import Testing

@Suite("A phone at rest, face up") struct RestingPhoneTests {
  /// One form in which such a phone is recorded.
  struct Source: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var files: [ImportFile]
    var platform: PhonePlatform?
    var expected = 9.80665
  }

  /// Sensor Logger's files with the same value on z in each of ten rows.
  static func sensorLogger(
    _ name: String,
    _ z: [(file: String, z: Double)],
    _ platform: String? = nil,
    standardised: String? = nil,
    expected: Double = 9.80665
  ) -> Source {
    var files = z.map { file, z in
      Fixture.axes(file + ".csv", (1...10).map { ($0 * 10, 0, 0, z) })
    }
    if let platform {
      files.append(
        SensorLoggerCSVTests.metadata(platform: platform, standardisation: standardised)
      )
    }
    return Source(testDescription: name, files: files, expected: expected)
  }

  static func file(_ name: String, _ text: String) -> Source {
    Source(testDescription: name, files: [Fixture.file(name + ".csv", text)])
  }

  static let sources = [
    sensorLogger("Android, total", [("TotalAcceleration", 9.80665)], "android"),
    sensorLogger("Android, uncalibrated", [("AccelerometerUncalibrated", 9.80665)], "android"),
    sensorLogger("Android, parts", [("Accelerometer", 0), ("Gravity", 9.80665)], "android"),
    sensorLogger("iOS, parts", [("Accelerometer", 0), ("Gravity", -9.80665)], "ios"),
    sensorLogger("iOS, total", [("TotalAcceleration", -9.80665)], "ios", standardised: "false"),
    sensorLogger(
      "iOS, standardised",
      [("TotalAcceleration", 9.80665)],
      "ios",
      standardised: "true"
    ),
    sensorLogger("iOS, uncalibrated", [("AccelerometerUncalibrated", -1)], "ios"),
    sensorLogger(
      "iOS, uncalibrated and standardised",
      [("AccelerometerUncalibrated", 9.80665)],
      "ios",
      standardised: "true"
    ),
    sensorLogger("iOS, uncalibrated, nothing said", [("AccelerometerUncalibrated", -1)]),
    sensorLogger("linear acceleration alone", [("Accelerometer", 0)], "android", expected: 0),
    file("Accelerometer", PhyphoxCSVTests.axes + "0.1,0,0,9.80665\n0.2,0,0,9.80665\n"),
    file("acceleration in g", "Time (s),X (g),Y (g),Z (g)\n0.1,0,0,1\n0.2,0,0,1\n"),
    file(
      "SensorLog",
      "loggingTime,accelerometerTimestamp_sinceReboot,accelerometerAccelerationX,accelerometerAccelerationY,"
        + "accelerometerAccelerationZ\n2024-01-31 12:00:00.000 +0000,5,0,0,-1\n"
    ),
    file(
      "merged",
      "time,seconds_elapsed,gravity_z,gravity_y,gravity_x,accelerometer_x,accelerometer_y,accelerometer_z\n"
        + "\(Fixture.start),0.1,9.80665,0,0,0,0,0\n"
    ),
  ]

  @Test("reads +9.81 on z, from every source", arguments: sources) func upwards(
    source: Source
  ) throws {
    let session = try Fixture.session(
      source.files,
      options: ImportOptions(platform: source.platform)
    )
    #expect(!session.accelerations.isEmpty)
    #expect(session.accelerations.allSatisfy { abs($0.z - source.expected) < 1e-9 })
    #expect(session.accelerations.allSatisfy { $0.x == 0 && $0.y == 0 })
  }
}
