import Glibc

/// The names in a folder.
///
/// SAFETY: `opendir` reads a string that lives for the call. The stream is closed once, on every way out, and
/// an entry is copied before the next call on it.
enum UnsafeFolder {
  /// Whether a path leads to a folder.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Goes through the names in a folder, in any order, until `body` returns false.
  ///
  /// A folder that cannot be read has none.
  static func visit(_ path: String, _ body: (String) -> Bool) {
    guard let stream = unsafe opendir(path) else { return }
    defer { unsafe _ = closedir(stream) }
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { start in
        unsafe start.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if name == "." || name == ".." { continue }
      guard body(name) else { return }
    }
  }
}
