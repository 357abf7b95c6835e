import Foundation
import KymoFormats
import KymoRecording
import Testing

@Suite("Folders") struct FolderTests {
  /// Calls `body` with a folder that is there for as long as it takes.
  static func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("kymograph-folder-\(UUID().uuidString)")
    let meta = folder.appendingPathComponent("meta")
    try FileManager.default.createDirectory(at: meta, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  /// Imports what is in a folder; ends a hanging import as if the user had wanted it to.
  static func session(_ folder: URL) throws -> ImportedSession {
    var importer = SessionImporter(formats: Fixture.formats)
    let clock = ContinuousClock()
    let end = clock.now + .seconds(20)
    importer.shouldStop = { clock.now > end }
    return try importer.import(paths: [folder.path])
  }

  @Test("with pipes and broken links are imported without them, which is said")
  func pipes() throws {
    try Self.withFolder { folder in
      let text = "time,seconds_elapsed,z,y,x\n\(Fixture.start),0.1,9.8,0,0\n"
      let target = folder.appendingPathComponent("elsewhere.txt")
      try Data(text.utf8).write(to: target)
      let link = folder.appendingPathComponent("TotalAcceleration.csv")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
      let odd = ["x.csv", "meta/y.csv"].map { folder.appendingPathComponent($0).path }
      for path in odd { #expect(UnsafeNamedPipe.make(path)) }
      let broken = folder.appendingPathComponent("z.csv")
      let nowhere = folder.appendingPathComponent("nowhere")
      try FileManager.default.createSymbolicLink(at: broken, withDestinationURL: nowhere)
      let session = try Self.session(folder)
      #expect(session.events.count == 1)
      let skipped = session.files.filter { $0.reason?.contains("a pipe, a device") == true }
      #expect(skipped.map(\.file).sorted() == (odd + [broken.path]).sorted())
      #expect(skipped.allSatisfy { $0.use == .skipped })
    }
  }

  @Test("with nothing but pipes have nothing that is understood")
  func onlyPipes() throws {
    try Self.withFolder { folder in
      #expect(UnsafeNamedPipe.make(folder.appendingPathComponent("x.csv").path))
      #expect(throws: ImportError.self) { try Self.session(folder) }
    }
  }
}
