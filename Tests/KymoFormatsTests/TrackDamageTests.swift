import KymoCore
import KymoFormats
import KymoRecording
import KymoTestSupport
import Testing

/// Files of tracks that are cut off or damaged; what they say undamaged is tested in Tests/Interop.
@Suite("Damaged tracks") struct TrackDamageTests {
  static let files: [(name: String, text: String, count: Int)] = [
    ("a.nmea", nmea, 2), ("a.kml", kml, 3), ("a.json", gpsd, 2), ("a.txt", gnssLogger, 4),
  ]

  static let nmea = """
    $GPRMC,235959.00,A,4807.038,N,01131.000,E,022.4,084.4,311224,003.1,W*40
    $GPGGA,235959.00,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*65
    $GPGGA,000000.00,4807.039,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*65

    """

  static let kml = """
    <?xml version="1.0"?><kml><Document><Placemark><gx:Track><altitudeMode>absolute</altitudeMode>
    <when>2024-05-01T10:00:00Z</when><when>2024-05-01T10:00:01Z</when><when>2024-05-01T10:00:02Z</when>
    <gx:coord>8.5 47.1 400</gx:coord><gx:coord>8.5 47.2 401</gx:coord><gx:coord>8.5 47.3 402</gx:coord>
    </gx:Track></Placemark><Placemark><LineString><coordinates>8,47,0 8,48,0</coordinates></LineString>
    </Placemark></Document></kml>

    """

  static let gpsd = """
    {"class":"VERSION","release":"3.22"}
    {"class":"TPV","device":"/dev/x","mode":3,"time":"2024-05-01T10:00:00.000Z","lat":47.1,"lon":8.5,"alt":400}
    {"class":"TPV","device":"/dev/x","mode":2,"time":"2024-05-01T10:00:01.000Z","lat":47.1,"lon":8.5,"a":[{"b":"}"}]}

    """

  static let gnssLogger = """
    # Version: v3.0.6.4 Platform: 14 Manufacturer: Google Model: Pixel 7
    # Raw,utcTimeMillis,TimeNanos
    # Fix,Provider,LatitudeDegrees,LongitudeDegrees,AltitudeMeters,SpeedMps,AccuracyMeters,BearingDegrees,UnixTimeMillis
    # UncalAccel,utcTimeMillis,elapsedRealtimeNanos,UncalAccelXMps2,UncalAccelYMps2,UncalAccelZMps2
    UncalAccel,1714557600000,5000000000,0.1,0.2,9.81
    UncalGyro,1714557600001,5000000000,0.1,0.2,0.3,0,0,0
    Raw,1714557600000,1
    Fix,gps,47.1,8.5,400,1.5,5,90,1714557600000
    Fix,gps,47.2,8.5,400,1.5,5,90,1714557601000

    """

  private static func session(
    _ bytes: [UInt8],
    _ name: String,
    isStrict: Bool = false
  ) throws(ImportError) -> ImportedSession {
    try SessionImporter(
      formats: ImportFormats.all,
      options: ImportOptions(isStrict: isStrict, maximumLineBytes: 4096)
    ).importFiles([ImportFile(name: name, bytes: bytes)])
  }

  /// Imports bytes, and checks that events are in order, or that the error is one line.
  private static func count(_ bytes: [UInt8], _ name: String, _ seed: UInt64 = 0) -> Int? {
    do throws(ImportError) {
      let session = try session(bytes, name, isStrict: seed % 8 == 7)
      let isOrdered = zip(session.events, session.events.dropFirst())
        .allSatisfy { $0.precedes($1) }
      #expect(isOrdered && !session.events.isEmpty, "seed \(seed)")
      return session.events.count
    } catch {
      #expect(!error.description.contains("\n"), "seed \(seed): \(error)")
      return nil
    }
  }

  @Test("cut anywhere give what came before, or one line of error", arguments: 0..<4)
  func cutAnywhere(index: Int) throws {
    let (name, text, count) = Self.files[index]
    let bytes = Array(text.utf8)
    var last = 0
    for length in 0...bytes.count {
      guard let found = Self.count(Array(bytes[..<length]), name) else {
        #expect(last == 0, "\(length) bytes of \(name)")
        continue
      }
      #expect(found >= last, "\(length) bytes of \(name)")
      last = found
    }
    #expect(last == count)
    #expect(try Self.session(bytes, name).rules == [])
  }

  @Test("never crash, and give ordered events or one line of error", arguments: 0..<16)
  func damaged(round: Int) {
    let seed = 0x7_2AC4 + UInt64(round)
    var random = SeededRandom(seed: seed)
    let pieces = [
      "$", "*", ",", "\n", "\r", "\0", "\"", "{", "}", "[", "\\", "#", "<", ">", "</when>",
      "<when>",
      "<gx:coord>", "-", "9223372036854775807", "1e999", "NaN", "\u{FEFF}", "$GPRMC,", "Fix,",
      "99999999",
    ]
    let originals = Self.files.map { ($0.name, Array($0.text.utf8)) }
    for _ in 0..<150 {
      var (name, bytes) = originals[Int.random(in: originals.indices, using: &random)]
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1:
          let piece = pieces[Int.random(in: pieces.indices, using: &random)]
          bytes.insert(contentsOf: piece.utf8, at: place)
        default:
          let end = Int.random(in: place...min(bytes.count, place + 90), using: &random)
          bytes.insert(
            contentsOf: bytes[place..<end],
            at: Int.random(in: 0...place, using: &random)
          )
        }
      }
      _ = Self.count(bytes, name, seed)
    }
  }

  @Test("lines without an end are passed over")
  func longLine() throws {
    let long = Array(("$" + String(repeating: "x", count: 300_000) + "\n" + Self.nmea).utf8)
    let session = try Self.session(Array((Self.nmea + "\n").utf8) + long, "a.nmea")
    #expect(session.events.count == 2)
    #expect(session.rules.map(\.rawValue).contains("line-too-long"))
  }
}
