import Foundation
import KymoHistogram

/// Interval logs of other programs, which lie beside the project and not in it.
enum LogFolder {
  private static var folder: URL {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    return root.deletingLastPathComponent().appendingPathComponent("shared/data/hlog")
  }

  /// Whether they are there; where they are not, their tests are reported as skipped.
  static let isPresent = FileManager.default.fileExists(atPath: folder.path)

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  /// Reads a log to its end.
  static func entries(
    _ bytes: [UInt8],
    file: String
  ) throws(IntervalLogError) -> (reader: IntervalLogReader, entries: [IntervalLogEntry]) {
    var reader = IntervalLogReader(bytes, file: file)
    var entries: [IntervalLogEntry] = []
    while let entry = try reader.next() { entries.append(entry) }
    return (reader, entries)
  }
}
