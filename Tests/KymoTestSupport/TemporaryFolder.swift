import Foundation

/// A folder of its own for one test; it is gone afterwards.
package struct TemporaryFolder: ~Copyable {
  /// Its whole path.
  package let path: String

  /// Makes it, empty.
  package init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("kymograph-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names of everything in it.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// What is in a file of it.
  package func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
  }

  /// Writes a file in it.
  package func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }

  /// Makes a folder in it.
  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(path)/\(name)",
      withIntermediateDirectories: false
    )
  }
}
