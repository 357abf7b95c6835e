import KymoRecording
import Testing

/// What an import says it did: nothing twice, nothing under another file's name.
@Suite("The log of an import") struct ImportLogTests {
  @Test("Repairs of one rule and one file are one, with the first line; others stay apart")
  func repairs() throws {
    var log = ImportLog(isStrict: false)
    try log.repair(.staleRow, file: "a.csv", line: 2)
    try log.repair(.clockJump, file: "a.csv", line: 7, count: 3, explanation: "It went back.")
    try log.repair(.staleRow, file: "b.csv", line: 4)
    try log.repair(.staleRow, file: "a.csv", line: 9, count: 5, explanation: "not said again")
    #expect(
      log.repairs == [
        Repair(
          rule: .staleRow,
          file: "a.csv",
          line: 2,
          count: 6,
          explanation: RepairRule.staleRow.explanation
        ),
        Repair(rule: .clockJump, file: "a.csv", line: 7, count: 3, explanation: "It went back."),
        Repair(
          rule: .staleRow,
          file: "b.csv",
          line: 4,
          count: 1,
          explanation: RepairRule.staleRow.explanation
        ),
      ]
    )
  }

  @Test("Strictly the first repair is an error, and none is kept")
  func strict() {
    var log = ImportLog(isStrict: true)
    let refused = Repair(rule: .staleRow, file: "a", line: 2, count: 1, explanation: "x")
    #expect(throws: ImportError.repairRefused(refused)) {
      try log.repair(.staleRow, file: "a", line: 2, explanation: "x")
    }
    #expect(log.repairs.isEmpty && log.isStrict)
  }

  @Test("What is stated of a file again completes what was said, of that file alone")
  func statements() {
    var log = ImportLog(isStrict: false)
    let (time, x) = (ColumnStatement(name: "t", use: "time"), ColumnStatement(name: "x", use: nil))
    log.state(FileStatement(file: "a", use: .rows, topics: ["/a"], rows: 5, columns: [time, x]))
    log.state(FileStatement(file: "b", use: .facts))
    let used = ColumnStatement(name: "x", use: "x")
    log.state(
      FileStatement(file: "a", use: .rows, topics: ["/b", "/a"], rows: 3, columns: [x, used])
    )
    #expect(log.files.map(\.file) == ["a", "b"])
    #expect(log.files[0].topics == ["/a", "/b"] && log.files[0].rows == 5)
    #expect(log.files[0].columns == [time, used])
    #expect(log.hasRows(file: "a") && !log.hasRows(file: "b") && !log.hasRows(file: "c"))
    log.count(rows: 1, file: "b")
    log.count(rows: 2, file: "a")
    log.count(rows: 9, file: "c")
    #expect(log.files.map(\.rows) == [5, 1])
  }

  @Test("A file that was passed over and then read is one that was read")
  func skipped() {
    var log = ImportLog(isStrict: false)
    log.note(.fileNotImported, file: "a", "Another one has it.")
    log.note(.gap, file: "b", line: 3, count: 2, "A gap.")
    #expect(log.files == [FileStatement(file: "a", use: .skipped, reason: "Another one has it.")])
    #expect(log.notes.map(\.line) == [1, 3] && log.notes.map(\.count) == [1, 2])
    log.state(FileStatement(file: "a", use: .rows, rows: 4))
    #expect(log.files == [FileStatement(file: "a", use: .rows, rows: 4)])
    log.note(.fileNotImported, file: "a", "Its second half.")
    #expect(log.files.count == 1 && log.notes.count == 3)
  }

  @Test(
    "Of files that are not looked at some hundred are named, and the others counted",
    arguments: [0, 1, 256, 257, 300]
  )
  func many(_ count: Int) {
    var log = ImportLog(isStrict: false)
    log.skip((0..<count).map { ("file \($0)", "no reason") })
    #expect(log.notes.map(\.count).reduce(0, +) == count)
    #expect(log.notes.count == min(count, 257))
    #expect(log.files.map(\.file) == (0..<min(count, 257)).map { "file \($0)" })
    guard count > 256 else { return }
    #expect(log.notes.last?.count == count - 256)
    let last = "This and \(count - 257) further files are not looked at."
    #expect(log.notes.last?.explanation == last)
  }
}
