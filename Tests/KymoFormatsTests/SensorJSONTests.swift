import KymoCore
import KymoFormats
import KymoRecording
import Testing

@Suite("JSON of sensors") struct SensorJSONTests {
  static func session(
    _ text: String,
    _ name: String = "walk.json",
    platform: PhonePlatform? = nil,
    piece: Int? = nil
  ) throws -> ImportedSession {
    var file = Fixture.file(name, text)
    if let piece {
      file.content = PiecemealContent(text, pieceLength: piece)
      file.isWhole = false
    }
    return try SessionImporter(
      formats: [CSVFormat(), SensorJSONFormat()],
      options: ImportOptions(platform: platform)
    ).importFiles([file])
  }

  /// An export: grouped by sensor, so that time jumps back; all values texts; a leftover before the first sample.
  static let export = """
    [{"sensor":"Metadata","version":"3","device name":"My Phone","platform":"ios","standardisation":"false"},
    {"sensor":"Accelerometer","time":"1699405226763076401","seconds_elapsed":"-328883","z":"0","y":"0","x":"0"},
    {"sensor":"Accelerometer","time":"1699734109763076401","seconds_elapsed":"0.1","z":"0","y":"0","x":"-1"},
    {"sensor":"Accelerometer","time":"1699734109773076401","seconds_elapsed":"0.11","z":"0","y":"0","x":"-1"},
    {"sensor":"Gravity","time":"1699405226763076401","seconds_elapsed":"-328883","z":"0","y":"0","x":"0"},
    {"sensor":"Gravity","time":"1699734109763076401","seconds_elapsed":"0.1","z":"-9.80665","y":"0","x":"0"},
    {"sensor":"Gravity","time":"1699734109773076401","seconds_elapsed":"0.11","z":"-9.80665","y":"0","x":"0"},
    {"sensor":"HeartRate","time":"1699734109763076401","seconds_elapsed":"0.1","bpm":"61"},
    {"sensor":"Annotation","time":"1699734109763076401","seconds_elapsed":"0.1","text":"so, \\"it\\"\\nis {[\\u00e9"},
    {"sensor":"Location","time":"1699734109763076401","seconds_elapsed":"0.1","latitude":"47.5","longitude":"8.5",
    "speed":"-1"}]
    """

  @Test("of an export of Sensor Logger is what its CSV is", arguments: [nil, 1, 7, 64])
  func export(piece: Int?) throws {
    let session = try Self.session(Self.export, piece: piece)
    #expect(session.accelerations.map(\.z) == [9.80665, 9.80665])
    #expect(session.accelerations.map(\.x) == [1, 1])
    #expect(session.locations.map(\.latitude) == [47.5])
    // Beyond 2⁵³, to the ns.
    #expect(session.events.map(\.timestamp).min() == Fixture.start)
    #expect(session.description.device == "My Phone")
    #expect(session.description.gravity == .included)
    #expect(session.description.origin == "Sensor Logger JSON: walk.json")
    #expect(
      session.description.openChannels.map(\.topic) == ["/annotation", "/gravity", "/heart_rate"]
    )
    let texts = session.events.filter { $0.kind.isReference }.map {
      String(decoding: session.message(of: $0), as: UTF8.self)
    }
    #expect(texts == [#"{"text":"so, \"it\"\nis {[é"}"#])
    #expect(Set(session.rules) == [.staleRow, .invalidMarker])
    #expect(session.repairs.first?.file == "walk.json/Accelerometer")
  }

  @Test("that is pushed to a server is read message by message, in whatever order they came")
  func push() throws {
    func message(_ id: Int, _ time: Int64, _ z: Double) -> String {
      """
      {"messageId":\(id),"sessionId":"a","payload":[{"name":"accelerometeruncalibrated","time":\(time),\
      "values":{"x":0,"y":0,"z":\(z)},"accuracy":3},{"name":"wrist motion","time":\(time),"values":{"gravityX":1}},\
      {"name":"location","time":\(time),"values":{"latitude":47,"longitude":8}}]}

      """
    }
    let start = Fixture.start
    let session = try Self.session(
      message(2, start + 1, 9.75) + message(1, start, 9.5),
      "log.jsonl"
    )
    #expect(session.accelerations.map(\.z) == [9.5, 9.75])
    #expect(session.events.map(\.timestamp) == [0, 0, 0, 1, 1, 1].map { start + $0 })
    #expect(session.description.openChannels.map(\.topic) == ["/wrist_motion"])
    #expect(session.rules.contains(.unsortedRows))
  }

  static let page = """
    {"type":"devicemotion","timeStamp":5000.5,"interval":16,"accelerationIncludingGravity":{"x":0,"y":0,"z":9.80665},\
    "acceleration":{"x":0,"y":0,"z":0.5},"rotationRate":{"alpha":180,"beta":90,"gamma":-90}}
    {"coords":{"latitude":47,"longitude":8,"altitude":null,"accuracy":5,"altitudeAccuracy":null,"heading":null,\
    "speed":null},"timestamp":1706702400000}
    {"type":"devicemotion","timeStamp":5016.5,"accelerationIncludingGravity":{"x":0,"y":0,"z":9.80665},\
    "acceleration":null,"rotationRate":{"alpha":180,"beta":90,"gamma":-90}}

    """

  @Test("of a page's events is on the canonical axes, in rad/s, and on one clock")
  func pages() throws {
    let session = try Self.session(Self.page, "events.jsonl")
    #expect(session.accelerations.map(\.z) == [9.80665, 9.80665])
    let turn = try #require(session.events.first { $0.source == .gyroscope }?.payload)
    #expect(
      [turn.word0, turn.word1, turn.word2].map { Double(bitPattern: $0) } == [
        .pi / 2, -.pi / 2, .pi,
      ]
    )
    #expect(try OpenSensorTests.numbers(session, "/linear_acceleration") == [0, 0, 0.5])
    #expect(session.locations.map(\.horizontalAccuracy) == [5])
    #expect(session.description.accuracyConfidence == .percent95)
    let times = session.events.filter { $0.kind == .acceleration }.map(\.timestamp)
    #expect(times == [0, 16_000_000].map { 1_706_702_400_000_000_000 + $0 })
    let iPhone = try Self.session(Self.page.replacing("9.80665", with: "-9.80665"), platform: .ios)
    #expect(iPhone.accelerations.map(\.z) == [9.80665, 9.80665])
  }

  @Test("that is damaged keeps what is good, and says what was left out")
  func damage() throws {
    let lines = Self.page.split(separator: "\n").map(String.init)
    let broken = try Self.session(
      [lines[0], "{\"coords\":{\"lat", lines[1], "{\"a\":1}", "[]", lines[2]].joined(
        separator: "\n"
      ),
      "e.jsonl"
    )
    #expect(broken.accelerations.count == 2 && broken.locations.count == 1)
    #expect(broken.repairs.first?.rule.rawValue == "unreadable-element")
    #expect(broken.repairs.first?.line == 2)
    #expect(
      broken.notes.contains { $0.line == 4 && $0.explanation.hasPrefix("1 elements are of no") }
    )
    let bytes = Array(Self.export.utf8)
    for cut in stride(from: bytes.count - 1, to: 0, by: -97) {
      do {
        let text = String(decoding: bytes[..<cut], as: UTF8.self)
        let session = try Self.session(text)
        #expect(session.rules.contains { $0.rawValue == "cut-off-document" })
      } catch let error as ImportError {
        #expect(!error.description.contains("\n"))
      }
    }
  }
}
