import Foundation
import KymoFormats
import KymoMCAP
import KymoRecording
import Testing

@Suite("Import errors") struct ImportErrorTests {
  @Test("name what is unknown and what would be understood")
  func unknownHeader() {
    let error = #expect(throws: ImportError.self) {
      try Fixture.session(Fixture.file("x.csv", "foo,bar\n1,2\n"))
    }
    #expect(
      error?.description
        == "x.csv:1: unknown columns foo, bar; known are \(Fixture.understood)"
    )
  }

  @Test("name file, line and fault of the first row if none can be read")
  func nothingReadable() {
    let header = "time,seconds_elapsed,z,y,x\n"
    for (rows, said) in [
      ("1,2\n", "Accelerometer.csv:2: 2 fields instead of 5"),
      ("1,2\n\n1,2,3\n", "2 fields instead of 5; none of its 2 rows can be read"),
      ("1,0.1,9.8,\"a\n\u{7}b\",0\n", "column y: \"a  b\" is not a number; none of its 2 rows"),
    ] {
      let error = #expect(throws: ImportError.self) {
        try Fixture.session(Fixture.file("Accelerometer.csv", header + rows))
      }
      #expect(error?.description.contains(said) == true, "\(String(describing: error))")
    }
  }

  @Test("say of a recording that it is one")
  func recording() throws {
    let file = ImportFile(name: "walk.mcap", bytes: MCAPFormat.magic + [1, 17, 0, 0])
    let error = #expect(throws: ImportError.self) { try Fixture.session(file) }
    #expect(
      error?.description == "walk.mcap: it is a recording (MCAP) already, which needs no import"
    )
  }

  @Test("show no control character of a file")
  func control() {
    let error = #expect(throws: ImportError.self) {
      try Fixture.session(Fixture.file("x.csv", "a\u{1B}[31m,\u{85}b\u{9B}2J\u{7F}\n1,2\n"))
    }
    let said = error?.description ?? ""
    #expect(said.contains("a [31m") && said.contains(" 2J "), "\(said)")
    #expect(!said.unicodeScalars.contains { $0.properties.generalCategory == .control })
  }

  @Test("stop at a line of more than the limit")
  func longLine() {
    let error = #expect(throws: ImportError.self) {
      try Fixture.session(
        Fixture.file("x.csv", "time,seconds_elapsed,z,y,x\n" + String(repeating: "1", count: 2000)),
        options: ImportOptions(maximumLineBytes: 1000)
      )
    }
    #expect(error != nil)
    let huge = #expect(throws: ImportError.self) {
      try Fixture.session(Fixture.file("x.csv", String(repeating: "x", count: 3 << 20)))
    }
    #expect(huge?.description == "x.csv:1: longer than 1048576 bytes")
  }

  func nothingKnown(_ path: String, found: [String]) -> ImportError {
    .nothingKnown(path: path, found: found, understood: Fixture.understood)
  }

  @Test("say when there is nothing at all")
  func nothing() {
    #expect(throws: ImportError.allEmpty(files: ["a.csv", "b.csv"])) {
      try Fixture.session(Fixture.file("a.csv", ""), Fixture.file("b.csv", "\n"))
    }
    #expect(throws: nothingKnown("import", found: [])) {
      try SessionImporter(formats: Fixture.formats).import(paths: [])
    }
    #expect(throws: nothingKnown("d", found: ["a.csv"])) {
      try Fixture.session(Fixture.file("d/a.csv", "foo\n1\n", isExplicit: false))
    }
  }

  @Test("say what cannot be read")
  func unreadable() throws {
    #expect(
      throws: ImportError.unreadable(path: "/nowhere/x.csv", reason: "no such file or folder")
    ) {
      try Fixture.session(paths: "/nowhere/x.csv")
    }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("kymograph-empty-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(throws: nothingKnown(folder.path, found: [])) {
      try Fixture.session(paths: folder.path)
    }
  }
}
