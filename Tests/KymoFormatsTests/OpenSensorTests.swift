import KymoCore
import KymoFormats
import KymoRecording
import Testing

@Suite("Sensors without a channel of their own") struct OpenSensorTests {
  static let head = "time,seconds_elapsed,"

  /// A Sensor Logger file of one row, which begins with the time.
  static func row(_ name: String, _ columns: String, _ values: String) -> ImportFile {
    Fixture.file(name, head + columns + "\n\(Fixture.start),0.5,\(values)\n")
  }

  /// The numbers of the only event of a topic.
  static func numbers(_ session: ImportedSession, _ topic: String) throws -> [Double] {
    let table = ChannelTable.standard.adding(session.description.openChannels)
    let row = try #require(table.row(topic: topic), "no channel \(topic)")
    let event = try #require(session.events.first { $0.source == row.source })
    guard event.kind.isReference else {
      let words = [
        event.payload.word0, event.payload.word1, event.payload.word2, event.payload.word3,
        event.payload.word4, event.payload.word5,
      ]
      return words.prefix(row.channel.bodyBytes / 8).map { Double(bitPattern: $0) }
    }
    let bytes = session.message(of: event).dropFirst(4)
    return stride(from: bytes.startIndex, to: bytes.endIndex, by: 8).map { start in
      Double(
        bitPattern: bytes[start..<start + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      )
    }
  }

  @Test(
    "have the topic, the fields and the unit that they have from any app",
    arguments: [
      ("Orientation.csv", "qz,qy,qx,qw", "3,2,1,4", "/orientation", [1, 2, 3, 4]),
      ("Orientation.csv", "yaw,pitch,roll", "3,2,1", "/orientation/euler", [1, 2, 3]),
      ("Compass.csv", "magneticBearing", "90", "/compass", [90, .nan]),
      ("HeartRate.csv", "bpm", "61", "/heart_rate", [61]),
      ("Light.csv", "lux", "300", "/light", [300]),
      ("Microphone.csv", "dBFS", "-40.5", "/sound_level", [-40.5]),
      ("Battery.csv", "batteryLevel", "0.75", "/battery", [0.75]),
      ("Pedometer.csv", "steps", "12", "/pedometer", [12, .nan, .nan, .nan, .nan, .nan]),
      ("Brightness.csv", "brightness", "0.5", "/brightness", [0.5]),
      ("WatchGyroscope.csv", "z,y,x", "3,2,1", "/watch_gyroscope", [3, 2, 1]),
      (
        "WristMotion.csv", "a,b,c,d,e,f,g,hI", "1,2,3,4,5,6,7,8", "/wrist_motion",
        [1, 2, 3, 4, 5, 6, 7, 8]
      ),
      (
        "LocationGps.csv", "longitude,latitude,speed,bearing", "8,47,-1,90", "/location/gps",
        [47, 8, .nan, 90]
      ),
    ] as [(String, String, String, String, [Double])]
  )
  func sensors(
    name: String,
    columns: String,
    values: String,
    topic: String,
    expected: [Double]
  ) throws {
    let session = try Fixture.session(
      Self.row(name, columns, values),
      Fixture.fixes([(500, 40, 50)])
    )
    let numbers = try Self.numbers(session, topic)
    #expect(zip(numbers, expected).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN })
    #expect(numbers.count == expected.count)
    #expect(session.events.count == 2)
  }

  @Test("come from phyphox by unit or name")
  func phyphox() throws {
    func session(_ name: String, _ header: String, _ row: String) throws -> ImportedSession {
      try Fixture.session(Fixture.file(name, header + "\n" + row + "\n"))
    }
    let light = try session("Light.csv", "\"Time (s)\",\"Illuminance (lx)\"", "0.5,3E2")
    #expect(try Self.numbers(light, "/light") == [300])
    let sound = try session(
      "Raw Data.csv",
      "Time (s),Sound pressure level (dB),Absolute value",
      "0.5,31.5,2"
    )
    #expect(try Self.numbers(sound, "/raw_data") == [31.5, 2])
    let schema = try #require(sound.description.openChannels.first?.definition)
    #expect(
      String(decoding: schema, as: UTF8.self).contains("float64 sound_pressure_level  # dB\n")
    )
    // The magnitude of three values is none of its own.
    let turn = try session(
      "Gyroscope.csv",
      "Time (s),Gyroscope x (rad/s),Gyroscope y (rad/s),Gyroscope z (rad/s),Absolute (rad/s)",
      "0.5,1,2,2,3"
    )
    #expect(turn.description.openChannels.isEmpty && turn.events.count == 1)
  }

  @Test("with text are JSON objects, beside the numbers of a known sensor")
  func texts() throws {
    let session = try Fixture.session(
      Self.row(
        "Battery.csv",
        "batteryLevel,batteryState,lowPowerMode,note",
        "0.75,\"full, \"\"ok\"\"\",false,"
      ),
      Self.row("Annotation.csv", "text,millisecond_press_duration", "0012,120")
    )
    let topics = session.description.openChannels.map(\.topic)
    #expect(topics == ["/annotation", "/battery", "/battery/more"])
    let texts = session.events.filter { $0.kind.isReference }.map { event in
      String(decoding: session.message(of: event), as: UTF8.self)
    }
    // The content of a column decides, not its name.
    #expect(try Self.numbers(session, "/annotation") == [12, 120])
    #expect(texts == [#"{"batteryState":"full, \"ok\"","lowPowerMode":false}"#])
    let schema = session.description.openChannels[2]
    #expect(schema.schemaEncoding == "jsonschema" && schema.messageEncoding == "json")
    let text = String(decoding: schema.definition, as: UTF8.self)
    #expect(text.contains("\"lowPowerMode\": {\n      \"type\": \"boolean\"\n"))
  }

  @Test("keep gravity, and what has a better source, on the canonical axes")
  func accelerations() throws {
    let session = try Fixture.session(
      SensorLoggerCSVTests.metadata(platform: "ios", standardisation: "false"),
      Fixture.axes("TotalAcceleration.csv", [(500, 0, 0, -9.75)]),
      Fixture.axes("Accelerometer.csv", [(500, 1, 0, 0.25)]),
      Fixture.axes("Gravity.csv", [(500, 0, 0, -9.5)]),
      Fixture.axes("AccelerometerUncalibrated.csv", [(500, 0, 0, -1)]),
      options: ImportOptions(isStrict: true)
    )
    #expect(session.accelerations.map(\.z) == [9.75])
    #expect(try Self.numbers(session, "/gravity") == [0, 0, 9.5])
    #expect(try Self.numbers(session, "/linear_acceleration") == [-1, 0, -0.25])
    #expect(try Self.numbers(session, "/accelerometer/uncalibrated") == [0, 0, 9.80665])
    #expect(session.description.gravity == .included)
  }

  @Test("whose clock is another one do not end an import that found them beside others")
  func clocks() throws {
    let odd = Self.head + "steps\n1,0.5,1\n2,0.6,2\n"
    let beside = try Fixture.session(
      Fixture.fixes([(500, 40, 50)]),
      Fixture.file("Pedometer.csv", odd, isExplicit: false)
    )
    #expect(beside.events.count == 1)
    #expect(beside.notes.map(\.file) == ["Pedometer.csv"])
    #expect(throws: ImportError.self) {
      try Fixture.session(Fixture.fixes([(500, 40, 50)]), Fixture.file("Pedometer.csv", odd))
    }
  }
}
