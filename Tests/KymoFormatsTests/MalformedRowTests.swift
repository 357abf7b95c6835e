import KymoCore
import KymoRecording
import KymoTestSupport
import Testing

@testable import KymoFormats

@Suite("Rows that cannot be read") struct MalformedRowTests {
  private static let header = "time,seconds_elapsed,z,y,x\n"

  /// A good row, some ms after the start.
  private static func row(_ time: Int) -> String {
    "\(Fixture.start + Int64(time) * 1_000_000),\(Double(time) / 1000),9.8,0,0\n"
  }

  /// Rows of no kind, and what is said of the first of them.
  static let bad: [(text: String, what: String, lines: Int)] = [
    ("1699734109763076401,0.1,9.8,0\n", "4 fields instead of 5", 1),
    ("1699734109763076401,0.1,9.8,0,0,0\n", "6 fields instead of 5", 1),
    ("1699734109763076401,0.1,9.8,zero,0\n", "column y: \"zero\" is not a number", 1),
    ("1699734109763076401,0.1,9.8,1\u{1B}[2J,0\n", "column y: \"1\u{FFFD}[2J\" is not a number", 1),
    ("now,0.1,9.8,0,0\n", "column time: \"now\" is not a time", 1),
    (",0.1,9.8,0,0\n", "no time in column time", 1),
    ("99999999999999999999,0.1,9.8,0,0\n", "is out of the range of a time", 1),
    ("1,0.1,9.8,\0,0\n", "a NUL byte", 1),
    ("1,0.1,9.8,\",0\n", "a quote that is never closed", 1),
    ("1,0.1,9.8,\"a\nb\",0\n", "column y: \"a\u{FFFD}b\" is not a number", 2),
    (String(repeating: "1", count: 2000) + "\n", "longer than 1000 bytes", 1),
    ("\"" + String(repeating: "1", count: 1990) + "\n", "longer than 1000 bytes", 1),
  ]

  @Test("are left out, and the reason of the first is said", arguments: bad.indices)
  func leftOut(index: Int) throws {
    let (text, what, lines) = Self.bad[index]
    let file = Fixture.file(
      "Accelerometer.csv",
      Self.header + Self.row(0) + text + (10...20).map { Self.row($0) }.joined()
    )
    let options = ImportOptions(maximumLineBytes: 1000)
    let session = try Fixture.session(file, options: options)
    #expect(session.events.map(\.timestamp).first == Fixture.start)
    #expect(session.events.count == 12)
    let repair = try #require(session.repairs.first)
    #expect(session.repairs.count == 1 && repair.rule == .malformedRow)
    #expect(repair.line == 3 && repair.count == lines && repair.file == "Accelerometer.csv")
    #expect(repair.explanation.hasPrefix("Rows that cannot be read were left out; the first: "))
    #expect(repair.explanation.contains(what), "\(repair.explanation)")
    var strict = options
    strict.isStrict = true
    var first = repair
    first.count = 1
    #expect(throws: ImportError.repairRefused(first)) {
      try Fixture.session(file, options: strict)
    }
  }

  @Test("do not take good rows with them, wherever a block ends", arguments: 1...12)
  func amongOthers(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var text = Self.header
    var good: [Int64] = []
    var badLines = 0
    for time in 0..<400 {
      if Int.random(in: 0..<4, using: &random) == 0 {
        // One that is never closed would be closed by the next quote, wherever that is.
        let index = Int.random(in: Self.bad.indices, using: &random)
        text += Self.bad[index].text
        badLines += Self.bad[index].lines
      }
      text += Self.row(time * 10)
      good.append(Fixture.start + Int64(time) * 10_000_000)
    }
    var file = Fixture.file("Accelerometer.csv", String(text.prefix(2000)))
    file.isWhole = false
    file.content = PiecemealContent(text, pieceLength: Int.random(in: 1...3000, using: &random))
    let session = try Fixture.session(file, options: ImportOptions(maximumLineBytes: 1000))
    #expect(session.events.map(\.timestamp) == good, "seed \(seed)")
    #expect(session.repairs.first { $0.rule == .malformedRow }?.count == badLines, "seed \(seed)")
    #expect(session.repairs.count == 1)
    #expect(session.files.first?.rows == good.count + badLines)
  }

  @Test("are counted once in a file of several channels")
  func severalChannels() throws {
    var text = "time,seconds_elapsed,accelerometer_z,accelerometer_y,accelerometer_x,"
    text += "longitude,latitude\n"
    for time in 0..<20 {
      text += "\(Fixture.start + Int64(time) * 1_000_000_000),\(time),9.8,0,0,8.5,47.\(time)\n"
      if time % 5 == 4 { text += "1,2,3\n" }
    }
    let session = try Fixture.session(Fixture.file("all.csv", text))
    #expect(session.accelerations.count == 20 && session.locations.count == 20)
    #expect(session.repairs.first { $0.rule == .malformedRow }?.count == 4)
  }
}
