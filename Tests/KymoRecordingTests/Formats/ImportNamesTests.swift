import KymoCore
import KymoRecording
import Testing

/// Names of files, taken apart and in messages.
@Suite("Names of imported files") struct ImportNamesTests {
  @Test(
    "A name is its last component, a stem and an extension",
    arguments: [
      ("a/B/Gyro.CSV", "Gyro.CSV", "gyro", "csv"), ("walk.csv.gz", "walk.csv.gz", "walk.csv", "gz"),
      ("LICENSE", "LICENSE", "license", ""), ("x/.hidden", ".hidden", ".hidden", ""),
      (".csv", ".csv", ".csv", ""), ("a.", "a.", "a", ""), ("a.b/c", "c", "c", ""),
      ("", "", "", ""),
      ("..x", "..x", ".", "x"),
    ]
  )
  func parts(_ name: String, _ base: String, _ stem: String, _ fileExtension: String) {
    let file = ImportFile(name: name, bytes: [])
    #expect(file.baseName == base)
    #expect(file.stem == stem)
    #expect(file.fileExtension == fileExtension)
    #expect(file.isExplicit && file.isWhole)
  }

  @Test("At most twelve names are listed, the others counted; a long one keeps its end")
  func list() {
    let names = (1...14).map { "f\($0)" }
    #expect(ImportError.list([]) == "nothing")
    #expect(ImportError.list(["a", "b"]) == "a, b")
    #expect(ImportError.list(Array(names.prefix(12))) == names.prefix(12).joined(separator: ", "))
    #expect(ImportError.list(names) == names.prefix(12).joined(separator: ", ") + " and 2 more")
    let longest = String(repeating: "x", count: 60)
    #expect(ImportError.list([longest]) == longest)
    #expect(ImportError.list(["y" + longest]) == "…" + longest.dropFirst())
  }

  @Test("A message is one line, whatever is in a name or a field")
  func line() {
    let error = ImportError.malformedRow(file: "a\nb\u{1B}[2J.csv", line: 3, what: "x\r\ny\u{1F}z")
    #expect(error.description == "a b [2J.csv:3: x y z")
    #expect(ImportError.allEmpty(files: ["a", "b"]).description == "a, b: no rows at all")
  }

  @Test("The rows of a table come once, and again after a rewind")
  func rows() {
    let row = AccelerationRow(timestamp: 1, line: 2, acceleration: Acceleration(x: 1, y: 2, z: 3))
    var rows = ImportedRows(ImportTable(file: "a.csv", rows: .accelerations([row, row])))
    var log = ImportLog(isStrict: true)
    #expect(rows.file == "a.csv" && rows.topic == "/accelerometer")
    for _ in 0..<2 {
      #expect(rows.next(log: &log)?.count == 2)
      #expect(rows.next(log: &log) == nil)
      #expect(rows.next(log: &log) == nil)
      rows.rewind()
    }
  }
}
