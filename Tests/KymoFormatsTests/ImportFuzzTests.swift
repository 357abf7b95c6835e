import KymoCore
import KymoFormats
import KymoRecording
import KymoTestSupport
import Testing

@Suite("Import of damaged files") struct ImportFuzzTests {
  /// Pieces that are likely to break a parser, beside single bytes.
  static let pieces = [
    "\"", "\"\"", ",", ";", "\n", "\r\n", "\0", "-", "e9999", "1e-9999", "NaN", "-9999", "inf",
    "99999999999999999999999", "\u{FEFF}", ".", "time", "", "9223372036854775807", "-1",
  ]

  @Test(
    "never crashes, and gives ordered events or one line of error",
    arguments: 0..<(RunLength.isLong ? 32 : 12)
  )
  func mutate(round: Int) {
    let seed = 0xF022_0000 + UInt64(round)
    var random = SeededRandom(seed: seed)
    let originals = [
      Fixture.axes("TotalAcceleration.csv", (0..<12).map { (10 * $0, 0, 1, 9.5) }),
      Fixture.axes("AccelerometerUncalibrated.csv", (0..<12).map { (10 * $0, 0, 0.1, -0.9) }),
      Fixture.fixes((0..<12).map { (1000 * $0 - 2000, 40, 50 + Double($0)) }),
      Fixture.file("Accelerometer.csv", PhyphoxCSVTests.axes + "1E-2,0,1,9.5\n2E-2,0,1,9.5\n"),
      Fixture.file("Location.csv", PhyphoxCSVTests.fixes + "1E-2,1,2,3,4,5,6,7\n"),
      SensorLoggerCSVTests.metadata(platform: "ios", standardisation: "false"),
    ]
    for _ in 0..<400 {
      let count = Int.random(in: 1...2, using: &random)
      let files = (0..<count).map { _ in
        var file = originals[Int.random(in: originals.indices, using: &random)]
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          Self.damage(&file.bytes, &random)
        }
        return file
      }
      do throws(ImportError) {
        let options = ImportOptions(isStrict: round % 8 == 7, maximumLineBytes: 4096)
        let session = try Fixture.session(files, options: options)
        let isOrdered = zip(session.events, session.events.dropFirst())
          .allSatisfy { $0.precedes($1) }
        #expect(isOrdered, "seed \(seed)")
        #expect(!session.events.isEmpty, "seed \(seed)")
      } catch {
        #expect(!error.description.contains("\n"), "seed \(seed): \(error)")
      }
    }
  }

  private static func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes.removeSubrange(place...)
    case 1:
      let end = Int.random(in: place...min(bytes.count, place + 30), using: &random)
      bytes.removeSubrange(place..<end)
    case 2:
      let piece = pieces[Int.random(in: pieces.indices, using: &random)]
      bytes.insert(contentsOf: piece.utf8, at: place)
    case 3:
      if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
    default:
      let end = Int.random(in: place...min(bytes.count, place + 200), using: &random)
      bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...place, using: &random))
    }
  }
}
