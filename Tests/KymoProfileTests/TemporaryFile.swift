import Foundation
import Glibc

/// A file for the length of a test.
final class TemporaryFile: Sendable {
  let path: String

  /// Writes one.
  init(_ bytes: [UInt8]) throws {
    path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path()
    try Data(bytes).write(to: URL(filePath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A new descriptor that reads it.
  var descriptor: Int32 { unsafe open(path, O_RDONLY | O_CLOEXEC) }
}
