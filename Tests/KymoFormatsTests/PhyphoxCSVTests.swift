import KymoCore
import KymoFormats
import KymoRecording
import Testing

@Suite("phyphox CSV") struct PhyphoxCSVTests {
  static let axes = "\"Time (s)\",\"X (m/s^2)\",\"Y (m/s^2)\",\"Z (m/s^2)\"\n"
  static let fixes =
    "\"Time (s)\",\"Latitude (°)\",\"Longitude (°)\",\"Height (m)\",\"Velocity (m/s)\","
    + "\"Direction (°)\",\"Horizontal Accuracy (m)\",\"Vertical Accuracy (°)\"\n"

  @Test("imports both sensors on one clock, in the order of dispatch")
  func both() throws {
    let session = try Fixture.session(
      Fixture.file(
        "run/Accelerometer.csv",
        Self.axes + "3.446083327E-3,-4.8E-1,1.7,9.4\n1.0E-1,0,0,9.8\n2.0E-1,1,2,3\n"
      ),
      Fixture.file("run/Location.csv", Self.fixes + "1.0E-1,4.35E1,1.39E0,1.57E2,1.5,90,3,4\n"),
      Fixture.file(
        "run/meta/device.csv",
        "\"property\",\"value\"\n\"deviceModel\",\"Pixel, 8\"\n"
      )
    )
    #expect(session.events.map(\.timestamp) == [3_446_083, 100_000_000, 100_000_000, 200_000_000])
    #expect(
      session.events.map(\.source) == [.accelerometer, .accelerometer, .location, .accelerometer]
    )
    #expect(session.events.map(\.sequence) == [0, 1, 0, 2])
    #expect(session.accelerations[0] == Acceleration(x: -0.48, y: 1.7, z: 9.4))
    #expect(
      session.events[2].payload
        == Payload(
          Location(
            latitude: 43.5,
            longitude: 1.39,
            altitude: 157,
            horizontalAccuracy: 3,
            verticalAccuracy: 4,
            speed: 1.5,
            course: 90,
            fixTimestamp: 100_000_000
          )
        )
    )
    #expect(session.repairs == [])
    #expect(
      session.description
        == SessionDescription(
          origin: "phyphox CSV: Accelerometer.csv, Location.csv",
          device: "Pixel, 8",
          gravity: .included,
          clock: .relative
        )
    )
  }

  @Test("reads semicolons with decimal commas")
  func decimalComma() throws {
    let session = try Fixture.session(
      Fixture.file(
        "a.csv",
        "\u{FEFF}\"Time (s)\";\"X (m/s^2)\";\"Y (m/s^2)\";\"Z (m/s^2)\"\r\n"
          + "3,446083327E-3;-4,8E-1;1,7;9,8\r\n"
      )
    )
    #expect(session.accelerations == [Acceleration(x: -0.48, y: 1.7, z: 9.8)])
    #expect(session.events[0].timestamp == 3_446_083)
  }

  @Test("takes the acceleration with gravity, and keeps the other")
  func linear() throws {
    let linear = Fixture.file("Linear Acceleration.csv", Self.axes + "0.1,0,0,0.1\n")
    let alone = try Fixture.session(linear)
    #expect(alone.description.gravity == .excluded)
    let both = try Fixture.session(
      linear,
      Fixture.file("Accelerometer.csv", Self.axes + "0.1,0,0,9.9\n")
    )
    #expect(both.accelerations.map(\.z) == [9.9])
    #expect(try OpenSensorTests.numbers(both, "/linear_acceleration") == [0, 0, 0.1])
    #expect(both.description.gravity == .included)
  }

  @Test("converts g where the header says so, and guesses where it says nothing")
  func units() throws {
    let stated = try Fixture.session(
      Fixture.file("a.csv", "Time (s),X (g),Y (g),Z (g)\n0.1,0,0,1\n")
    )
    #expect(stated.accelerations.map(\.z) == [9.80665])
    #expect(stated.repairs == [])
    #expect(stated.notes.map(\.topic) == [.conversion])
    let guessed = try Fixture.session(
      Fixture.file("Accelerometer.csv", "Time (s),X,Y,Z\n0.1,0,0,1\n")
    )
    #expect(guessed.accelerations.map(\.z) == [9.80665])
    #expect(guessed.rules == [.unitGuessed])
    let metres = try Fixture.session(
      Fixture.file("Accelerometer.csv", "Time (s),X,Y,Z\n0.1,0,0,9.8\n")
    )
    #expect(metres.accelerations.map(\.z) == [9.8])
    #expect(metres.rules == [])
  }

  @Test("leaves out what is of no sensor")
  func others() throws {
    let session = try Fixture.session(
      Fixture.file("Accelerometer.csv", Self.axes + "0.1,0,0,9.9\n", isExplicit: false),
      Fixture.file(
        "Light.csv",
        "\"Time (s)\",\"Illuminance (lx)\"\n0.1,1\n",
        isExplicit: false
      ),
      Fixture.file("notes.csv", "what,why\n1,2\n", isExplicit: false)
    )
    #expect(session.events.count == 2)
    #expect(session.notes.map(\.file) == ["notes.csv"])
  }
}
