import Glibc

/// A new folder for this run, which is removed when the run is over.
///
/// SAFETY: `mkdtemp` writes into an array that ends in 0 and is lent for the call; `unlink` and `rmdir` read a string
/// that lives for the call.
package struct UnsafeTemporaryFolder {
  /// Where it is.
  package let path: String

  /// Makes a folder in `$TMPDIR`, or else in /tmp.
  package init() throws(TrialError) {
    let parent = UnsafeSystem.environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var template = (parent + "/kymo-XXXXXX").utf8CString.map { $0 }
    guard unsafe mkdtemp(&template) != nil else {
      throw TrialError(
        about: parent,
        "no folder can be made: \(UnsafeSystem.message(for: errno))",
        remedy: "set TMPDIR to a folder that can be written"
      )
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes it with all that is in it.
  package func remove() { Self.remove(path) }

  /// Removes a file, or a folder with all that is in it; links are not followed.
  private static func remove(_ path: String) {
    if unsafe unlink(path) == 0 || errno == ENOENT { return }
    var names: [String] = []
    UnsafeFolder.visit(path) { name in
      names.append(name)
      return true
    }
    for name in names { remove("\(path)/\(name)") }
    unsafe _ = rmdir(path)
  }
}
