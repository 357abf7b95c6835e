import KymoCore
import KymoFormats
import KymoRecording
import Testing

@Suite("Import formats") struct ImportFormatTests {
  static let sentences = """
    $GPRMC,000001.00,A,4807.038,N,01131.000,E,010.0,084.4,010170,003.1,W*45
    $GPRMC,000003.00,A,4807.060,N,01131.000,E,010.0,084.4,010170,003.1,W*4A
    $GPRMC,000002.00,A,4807.050,N,01131.000,E,010.0,084.4,010170,003.1,W*48
    $GPRMC,000004.00,A,4807.099,N,01131.000,E,010.0,084.4,010170,003.1,W*00

    """

  static func session(
    _ files: ImportFile...,
    formats: [any ImportFormat] = [CSVFormat(), SmallFormat()],
    options: ImportOptions = ImportOptions()
  ) throws(ImportError) -> ImportedSession {
    try SessionImporter(formats: formats, options: options).importFiles(files)
  }

  @Test("are values in a list: one that the package does not know gets its repairs like all others")
  func further() throws {
    let session = try Self.session(Fixture.file("track.nmea", Self.sentences))
    #expect(session.events.map(\.timestamp) == [1, 2, 3].map { $0 * 1_000_000_000 })
    #expect(session.events.allSatisfy { $0.source == .location })
    #expect(session.locations.allSatisfy { abs($0.longitude - 11.516_666) < 1e-5 })
    #expect(session.rules.map(\.rawValue) == ["bad-checksum", "unsorted-rows"])
    #expect(session.repairs.map(\.line) == [4, 3])
    #expect(session.description.origin == "NMEA 0183: track.nmea")
  }

  @Test("meet in one session if their times count from the same moment")
  func together() throws {
    let samples = Fixture.file(
      "TotalAcceleration.csv",
      "time,seconds_elapsed,z,y,x\n1500000000,0,9.8,0,0\n2000000000,0.5,9.8,0,0\n"
    )
    let session = try Self.session(
      samples,
      Fixture.file("track.nmea", Self.sentences),
      options: ImportOptions(timeUnit: .nanoseconds)
    )
    #expect(
      session.events.map(\.source) == [
        .location, .accelerometer, .accelerometer, .location, .location,
      ]
    )
    #expect(
      session.description.origin
        == "Sensor Logger CSV: TotalAcceleration.csv; NMEA 0183: track.nmea"
    )
    #expect(session.description.gravity == .included)
    let relative = Fixture.file("Accelerometer.csv", PhyphoxCSVTests.axes + "0.1,0,0,9.9\n")
    #expect(throws: ImportError.mixedFormats(files: ["Accelerometer.csv", "track.nmea"])) {
      try Self.session(relative, Fixture.file("track.nmea", Self.sentences))
    }
    #expect(
      throws: ImportError.ambiguous(files: ["Location.csv", "track.nmea"], data: "/location")
    ) {
      try Self.session(
        Fixture.fixes([(0, 1, 2)]),
        Fixture.file("track.nmea", Self.sentences)
      )
    }
  }

  @Test("are all named when none knows a file")
  func unknown() {
    let error = #expect(throws: ImportError.self) {
      try Self.session(Fixture.file("x.txt", "hello\n"))
    }
    #expect(
      error?.description
        == "x.txt:1: unknown columns hello; known are \(Fixture.understood) and "
        + "NMEA 0183 ($GPRMC,...)"
    )
    let nobody = #expect(throws: ImportError.self) {
      try Self.session(Fixture.file("x.txt", "hello\n"), formats: [SmallFormat()])
    }
    #expect(
      nobody?.description
        == "x.txt:1: a file of no known format; known are NMEA 0183 ($GPRMC,...)"
    )
  }

  @Test("get a file by how sure they are, then by their order, and the doubt is noted")
  func confidence() throws {
    let file = Fixture.file("Location.csv", "time,seconds_elapsed,latitude,longitude\n1,1,2,3\n")
    let sure = try Self.session(file, formats: [Claim(.likely), CSVFormat()])
    #expect(sure.description.origin == "Sensor Logger CSV: Location.csv")
    #expect(sure.notes == [])
    let equal = try Self.session(file, formats: [Claim(.certain), CSVFormat()])
    #expect(equal.description.origin == "claim")
    #expect(
      equal.notes.map(\.explanation) == [
        "Taken as claim: it says so; it could also be CSV: the columns are those of "
          + "Sensor Logger CSV."
      ]
    )
  }

  @Test("see the beginning of a file, and get the rest only of what they need")
  func heads() throws {
    let gyroscope = Fixture.axes("Gyroscope.csv", [(10, 1, 2, 3)])
    let format = CSVFormat()
    let usual = ImportOptions()
    let fewer = ImportOptions(topics: ["/accelerometer"])
    func content(_ options: ImportOptions) -> ImportRecognition.Content? {
      guard case .known(_, let content, _) = format.recognise(gyroscope, options: options) else {
        return nil
      }
      return content
    }
    #expect(content(usual) == .rows)
    #expect(content(fewer) == .nothing)
    var blank = Fixture.file("x.csv", String(repeating: "\n", count: 100))
    #expect(format.recognise(blank, options: usual) == .empty)
    blank.isWhole = false
    guard case .unreadable = format.recognise(blank, options: usual) else {
      Issue.record("a beginning without rows was taken for an empty file")
      return
    }
  }

  /// A format that claims every file.
  struct Claim: ImportFormat {
    let confidence: ImportRecognition.Confidence
    var name: String { "claim" }
    var understood: String { "anything" }
    var extensions: [String] { ["csv"] }

    init(_ confidence: ImportRecognition.Confidence) { self.confidence = confidence }

    func recognise(_ file: ImportFile, options: ImportOptions) -> ImportRecognition {
      .known(confidence, .rows, reason: "it says so")
    }

    func read(
      _ files: [ImportFile],
      options: ImportOptions,
      log: inout ImportLog
    ) -> any ImportReading {
      let row = AccelerationRow(
        timestamp: 1,
        line: 1,
        acceleration: Acceleration(x: 0, y: 0, z: 9.8)
      )
      return ImportedTables(
        [ImportTable(file: files[0].name, rows: .accelerations([row]))],
        description: SessionDescription(origin: name)
      )
    }
  }
}
