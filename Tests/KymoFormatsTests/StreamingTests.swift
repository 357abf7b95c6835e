import KymoCore
import KymoRecording
import KymoTestSupport
import Testing

@testable import KymoFormats

@Suite("Files that are read in blocks") struct StreamingTests {
  /// All rows of a text, and the error at which they end.
  static func rows(_ reader: CSVReader) -> ([[String]], CSVError?) {
    var reader = reader
    var rows: [[String]] = []
    do throws(CSVError) {
      while try reader.nextRow() {
        rows.append((0..<reader.fieldCount).map { reader.text($0) } + ["\(reader.line)"])
      }
    } catch { return (rows, error) }
    return (rows + [["\(reader.isCutOff)"]], nil)
  }

  @Test(
    "have the rows of the whole, wherever a block ends",
    arguments: [
      "a,b\n1,2\n\n3,4", "\u{FEFF}a;b\r\n\"1;\"\"x\"\"\";2\r\n", "a,b\n\"1\n2\" ,3\n4,5\n",
      "\n\n a\tb\n1\t2\n", "a,b\n1,\"2", "a,b\n1,\u{0}\n", "a,b\n1,2\n\"\"", "",
      "a,b\n" + String(repeating: "1", count: 50) + ",2\n", "a,b\n\"\",\"\"\n",
    ]
  )
  func blocks(text: String) throws {
    let whole = CSVReader(bytes: Array(text.utf8), maximumLineBytes: 40)
    for length in 1...12 {
      let content = PiecemealContent(text, pieceLength: length)
      let pieces = try CSVReader(content.open(), like: whole)
      #expect(Self.rows(pieces).0 == Self.rows(whole).0, "\(length) bytes at a time")
      #expect(Self.rows(try CSVReader(content.open(), like: whole)).1 == Self.rows(whole).1)
    }
  }

  @Test("of many blocks give the session of a file in memory")
  func session() throws {
    var text = "time,seconds_elapsed,z,y,x\n"
    for index in 0..<30_000 {
      text +=
        "\(Fixture.start + Int64(index) * 10_000_000),\(Double(index) / 100),9.8,\(index % 7),0\n"
    }
    let memory = try Fixture.session(Fixture.file("TotalAcceleration.csv", text))
    var file = Fixture.file("TotalAcceleration.csv", String(text.prefix(2000)))
    file.isWhole = false
    file.content = PiecemealContent(text, pieceLength: 1000)
    let pieces = try Fixture.session(file)
    #expect(pieces.events.map(\.timestamp) == memory.events.map(\.timestamp))
    #expect(pieces.events.map(\.payload) == memory.events.map(\.payload))
    #expect(pieces.events.map(\.sequence) == (0..<30_000).map { UInt32($0) })
    #expect(pieces.events.count == 30_000)
    #expect(pieces.notes == memory.notes)
    #expect(pieces.files == memory.files)
    #expect(pieces.files.first?.rows == 30_000)
  }

  @Test("and are another at the second reading are an error, in order or not")
  func changed() throws {
    let header = "time,seconds_elapsed,z,y,x\n"
    let rows = (0..<3).map {
      "\(Fixture.start + Int64($0) * 10_000_000),\(Double($0) / 100),9.8,0,0\n"
    }
    let text = header + rows.joined()
    for other in [header + rows.reversed().joined(), header + rows[0], header + rows[0] + text] {
      var file = Fixture.file("TotalAcceleration.csv", text)
      file.isWhole = false
      // The clock is decided, the repairs are found, the events are made.
      file.content = PiecemealContent(text, text, other, pieceLength: 100)
      #expect(throws: ImportError.self) { try Fixture.session(file) }
    }
  }

  @Test("are cleaned like rows in memory", arguments: 0..<40)
  func cleaners(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed) + 1)
    var rows: [LocationRow] = []
    var time: Int64 = -3_000_000_000
    if seed % 3 == 0 { time = -200_000_000_000_000 }
    for line in 0..<200 {
      let position = Double.random(in: 0..<3, using: &random).rounded(.down)
      rows.append(
        LocationRow(
          timestamp: Fixture.start + time,
          elapsed: time,
          line: line + 2,
          location: Location(
            latitude: position,
            longitude: position,
            altitude: .nan,
            horizontalAccuracy: .nan,
            verticalAccuracy: .nan,
            speed: .nan,
            course: .nan,
            fixTimestamp: Fixture.start + time
          )
        )
      )
      switch Int.random(in: 0..<8, using: &random) {
      case 0: break
      case 1: time += 30_000_000_000
      default: time += 1_000_000_000
      }
      if line == 1, time < -100_000_000_000_000 { time = -1_500_000_000 }
    }
    var stream = StreamCleaner<LocationRow>()
    var kept: [LocationRow] = []
    var rest = rows[...]
    while !rest.isEmpty {
      let count = Int.random(in: 0...5, using: &random)
      kept += stream.clean(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    kept += stream.end()
    var streamLog = ImportLog(isStrict: false)
    try stream.report(file: "a", cachedExplanation: nil, &streamLog)
    var memoryLog = ImportLog(isStrict: false)
    var table = ImportTable(file: "a", rows: .locations(rows))
    #expect(try TableCleaner.clean(&table, shouldStop: { false }, &memoryLog))
    guard case .locations(let all) = table.rows else { return }
    #expect(stream.isSorted)
    #expect(kept.map(\.timestamp) == all.map(\.timestamp))
    #expect(kept.map(\.line) == all.map(\.line))
    #expect(streamLog.repairs == memoryLog.repairs)
    #expect(streamLog.notes == memoryLog.notes)
    #expect(!streamLog.repairs.isEmpty)
    #expect(stream.firstTimestamp == all.first?.timestamp && stream.count == all.count)
  }

  @Test("end when the user wants it")
  func interrupt() throws {
    var importer = SessionImporter(formats: Fixture.formats)
    importer.shouldStop = { true }
    #expect(throws: ImportError.interrupted) { try importer.open(paths: ["/dev/null"]) }
    #expect(throws: ImportError.interrupted) {
      try importer.importFiles([Fixture.axes("TotalAcceleration.csv", [(0, 0, 0, 9.8)])])
    }
  }
}
