import Foundation
import KymoFormats
import KymoRecording

/// Archives of small files, packed without compression, and what an import makes of them.
enum ArchiveFixture {
  /// A tar of regular files.
  static func tar(_ members: [(name: String, text: String)]) -> [UInt8] {
    var archive: [UInt8] = []
    for (name, text) in members {
      var header = [UInt8](repeating: 0, count: 512)
      func put(_ text: String, at place: Int) {
        header.replaceSubrange(place..<place + text.utf8.count, with: text.utf8)
      }
      put(name, at: 0)
      put("0000644", at: 100)
      put(octal(text.utf8.count), at: 124)
      put("0", at: 156)
      put("ustar\u{0}00", at: 257)
      put("        ", at: 148)
      put(octal(header.reduce(0) { $0 + Int($1) }, digits: 6) + "\u{0} ", at: 148)
      archive += header + Array(text.utf8)
      archive += [UInt8](repeating: 0, count: (512 - archive.count % 512) % 512)
    }
    return archive + [UInt8](repeating: 0, count: 1024)
  }

  private static func octal(_ value: Int, digits: Int = 11) -> String {
    let text = String(value, radix: 8)
    return String(repeating: "0", count: digits - text.count) + text
  }

  /// Imports an archive from a file that is there for as long as it takes.
  static func session(
    _ archive: [UInt8],
    named name: String,
    limits: ArchiveLimits = ArchiveLimits()
  ) throws -> ImportedSession {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("kymograph-archive-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent(name).path
    try Data(archive).write(to: URL(fileURLWithPath: path))
    do throws(ImportError) {
      return try SessionImporter(formats: Fixture.formats, limits: limits).import(paths: [path])
    } catch {
      throw Failure(description: error.description.replacing(folder.path + "/", with: ""))
    }
  }

  /// What the import says, without the folder of the test.
  struct Failure: Error, Equatable {
    var description: String
  }
}
