import KymoCore
import KymoFormats
import KymoRecording
import Testing

@Suite("CSV with all sensors in one row") struct WideCSVTests {
  /// SensorLog: four rows a second after each other, in which the fix stays the same for three, its first comes with
  /// the second row, the gyroscope was off, and the phone was on for 1,000 s.
  static let sensorLog = """
    loggingTime(txt),loggingSample(N),locationTimestamp_since1970(s),locationLatitude(WGS84),\
    locationLongitude(WGS84),locationAltitude(m),locationSpeed(m/s),locationCourse(°),\
    locationVerticalAccuracy(m),locationHorizontalAccuracy(m),accelerometerTimestamp_sinceReboot(s),\
    accelerometerAccelerationX(G),accelerometerAccelerationY(G),accelerometerAccelerationZ(G),\
    gyroTimestamp_sinceReboot(s),gyroRotationX(rad/s),gyroRotationY(rad/s),gyroRotationZ(rad/s),\
    motionTimestamp_sinceReboot(s),motionRotationRateX(rad/s),motionRotationRateY(rad/s),\
    motionRotationRateZ(rad/s),motionGravityX(G),motionGravityY(G),motionGravityZ(G),\
    altimeterTimestamp_sinceReboot(s),altimeterRelativeAltitude(m),altimeterPressure(kPa),\
    batteryLevel(R),activity(txt)
    2024-01-31 13:00:00.000 +0100,1,,,,,,,,,1000.000,0,0,-1,,,,,999.990,0.1,0.2,0.3,0,0,-0.5,,,,0.5,still
    2024-01-31 13:00:01.000 +0100,2,1706702400.5,47.3,8.5,400,-1,-1,3,5,1001.000,0,0,-1,,,,,1000.990,0.1,0.2,0.3,\
    0,0,-0.5,1000.5,0.25,95.5,0.5,still
    2024-01-31 13:00:02.000 +0100,3,1706702400.5,47.3,8.5,400,-1,-1,3,5,1002.000,0,0,-1,,,,,1000.990,0.1,0.2,0.3,\
    0,0,-0.5,1000.5,0.25,95.5,0.25,walking
    2024-01-31 13:00:03.000 +0100,4,1706702400.5,47.3,8.5,400,-1,-1,3,5,1003.000,0,0,-9999,,,,,1002.990,-9999,-9999,\
    -9999,0,0,-0.5,1000.5,0.25,95.5,0.25,walking

    """

  static func times(_ session: ImportedSession, _ topic: String) -> [Double] {
    let table = ChannelTable.standard.adding(session.description.openChannels)
    return session.events.filter { table.row($0.source)?.channel.topic == topic }
      .map { Double($0.timestamp - 1_706_702_400_000_000_000) / 1e9 }
  }

  @Test("of SensorLog gives each sensor its own rows at its own times, on one clock")
  func clocks() throws {
    let session = try Fixture.session(Fixture.file("log.csv", Self.sensorLog))
    #expect(session.locations.map(\.latitude) == [47.3])
    #expect(session.locations[0].speed.isNaN && session.locations[0].course.isNaN)
    #expect(Self.times(session, "/location") == [0.5])
    #expect(Self.times(session, "/accelerometer") == [0, 1, 2, 3])
    #expect(session.accelerations.map(\.z).prefix(3) == [9.80665, 9.80665, 9.80665])
    // -9999 is no value, and a row without any is none of the gyroscope.
    #expect(session.accelerations[3].z.isNaN)
    #expect(Self.times(session, "/gyroscope") == [-0.01, 0.99])
    #expect(Self.times(session, "/gravity") == [-0.01, 0.99, 2.99])
    #expect(try OpenSensorTests.numbers(session, "/gravity") == [0, 0, 0.5 * 9.80665])
    #expect(Self.times(session, "/barometer") == [0.5])
    let pressure = session.events.first { $0.source == .barometer }?.payload.word0
    #expect(pressure.map { Double(bitPattern: $0) } == 95_500)
    // What has no clock of its own counts when it changes.
    #expect(Self.times(session, "/battery") == [0, 2])
    #expect(Self.times(session, "/activity") == [0, 2])
    #expect(session.description.altitudeDatum == .meanSeaLevel)
    #expect(session.description.gravity == .included)
    #expect(session.description.origin == "SensorLog CSV: log.csv")
    #expect(
      session.notes.contains { $0.line == 4 && $0.explanation.hasPrefix("2 rows say the same") }
    )
  }

  @Test("of SensorLog without the total has it from its two parts")
  func parts() throws {
    let session = try Fixture.session(
      Fixture.file(
        "log.csv",
        """
        loggingTime,motionTimestamp_sinceReboot,motionUserAccelerationX,motionUserAccelerationY,\
        motionUserAccelerationZ,motionGravityX,motionGravityY,motionGravityZ,accelerometerTimestamp_sinceReboot,\
        accelerometerAccelerationX,accelerometerAccelerationY,accelerometerAccelerationZ
        2024-01-31 12:00:00.000 +0000,5,0,0,0.25,0,0,-1,,,,
        2024-01-31 12:00:00.000 +0000,6,0,0,0.25,0,0,-1,,,,

        """
      )
    )
    #expect(session.accelerations.map(\.z) == [0.75 * 9.80665, 0.75 * 9.80665])
    #expect(session.description.gravity == .included)
  }

  @Test("of Sensor Logger is what its files are, whatever stands between the names")
  func merged() throws {
    let start = Fixture.start
    for mark in ["_", ".", " "] {
      let session = try Fixture.session(
        Fixture.file(
          "export.csv",
          """
          time,seconds_elapsed,TotalAcceleration_z,TotalAcceleration_y,TotalAcceleration_x,Location_latitude,\
          Location_longitude,Gyroscope_x,Gyroscope_y,Gyroscope_z,HeartRate_bpm,Annotation_text
          \(start),0.1,9.5,0,0,,,,,,,
          \(start + 1_000_000),0.101,,,,47,8,,,,,
          \(start + 2_000_000),0.102,,,,,,1,2,3,,
          \(start + 3_000_000),0.103,9.75,0,,,,,,,61,here

          """.replacing("Acceleration_", with: "Acceleration\(mark)")
            .replacing("Location_", with: "Location\(mark)")
            .replacing("Gyroscope_", with: "Gyroscope\(mark)").replacing("_bpm", with: "\(mark)bpm")
            .replacing("_text", with: "\(mark)text")
        )
      )
      #expect(session.accelerations.map(\.z) == [9.5, 9.75])
      #expect(session.locations.map(\.latitude) == [47])
      #expect(
        session.description.openChannels.map(\.topic) == ["/annotation", "/heart_rate"]
      )
      #expect(session.events.count == 2 + 1 + 1 + 2)
      #expect(session.repairs.map(\.rule) == [.invalidMarker])
      #expect(session.repairs.map(\.count) == [1])
    }
  }
}
