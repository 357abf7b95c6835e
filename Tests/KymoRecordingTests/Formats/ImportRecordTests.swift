import KymoMCAP
import KymoTestSupport
import Testing

@testable import KymoRecording

@Suite("The record of an import") struct ImportRecordTests {
  private static func statement(_ file: String) -> FileStatement {
    FileStatement(
      file: file,
      use: .rows,
      topics: ["/accelerometer", "/a,b"],
      rows: 7,
      columns: [
        ColumnStatement(name: "t", use: "time"), ColumnStatement(name: "a,%b", use: nil),
      ],
      clock: ClockStatement(column: "t", unit: .seconds, origin: .start, evidence: ["it says so"])
    )
  }

  @Test("comes back as it was, with names that folders do not change")
  func roundTrip() {
    for folder in ["", "Walk/", "/home/me/export.zip/Walk/"] {
      let file = "\(folder)Accelerometer.csv"
      let record = ImportRecord(
        files: [
          Self.statement(file),
          FileStatement(file: "\(folder)x.pdf", use: .skipped, reason: "It is no \(file)."),
        ],
        repairs: [
          Repair(rule: .staleRow, file: file, line: 9, count: 2, explanation: "Of \(file)."),
          Repair(rule: RepairRule("other", "y"), file: file, line: 2, count: 1, explanation: "y"),
        ],
        notes: [
          ImportNote(topic: .gap, file: file, line: 3, count: 1, explanation: "5000 ms in m/s²")
        ]
      )
      let read = ImportRecord(record.record.metadata)
      #expect(read == record)
      #expect(record.record.name == "kymograph.import")
      #expect(read.files.map(\.name) == ["Accelerometer.csv", "x.pdf"])
      #expect(read.files[0].topics == ["/accelerometer", "/a,b"])
      #expect(read.files[0].unused == ["a,%b"])
      #expect(read.files[1].reason == "It is no Accelerometer.csv.")
      #expect(read.repairs.map(\.line) == [2, 9])
      #expect(read.repairs[1].explanation == "Of Accelerometer.csv.")
      #expect(read.repairs[1].rule == .staleRow)
    }
  }

  @Test("has folders where names are the same without")
  func sameNames() {
    let names = ["a/x/Location.csv", "b/x/Location.csv", "x/Location.csv", "b/Other.csv"]
    let record = ImportRecord(files: names.map(Self.statement), repairs: [], notes: [])
    #expect(
      record.files.map(\.name)
        == ["Other.csv", "a/x/Location.csv", "b/x/Location.csv", "x/Location.csv"]
    )
  }

  @Test("is bounded, and says how much there was")
  func bounded() {
    let text = String(repeating: "long ", count: 10_000)
    let files = (0..<1000).map { Self.statement("\($0)/\(text)") }
    let repairs = files.map {
      Repair(rule: .staleRow, file: $0.file, line: 1, count: 1, explanation: text)
    }
    let record = ImportRecord(files: files, repairs: repairs, notes: [])
    #expect(record.repairs.count == 256 && record.repairCount == 1000)
    let bytes = record.record.metadata.entries.reduce(0) {
      $0 + $1.key.utf8.count + $1.value.utf8.count
    }
    #expect(bytes < 1 << 20)
    #expect(ImportRecord(record.record.metadata) == record)
  }

  @Test("may have anything in it", arguments: 1...20)
  func hostile(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var map = ImportRecord(
      files: [Self.statement("a")],
      repairs: [Repair(rule: .staleRow, file: "a", line: 1, count: 1, explanation: "x")],
      notes: []
    ).record.metadata
    for place in map.entries.indices where Bool.random(using: &random) {
      let values = ["", "-1", "99999999999999999999", "%", "\u{0}"]
      map.entries[place].value = values[Int.random(in: values.indices, using: &random)]
    }
    let record = ImportRecord(map)
    #expect(record.files.count <= 1 && record.repairs.allSatisfy { $0.line >= 0 && $0.count >= 0 })
  }
}
