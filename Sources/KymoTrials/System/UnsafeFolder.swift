import Glibc

/// The names in a folder.
///
/// SAFETY: `opendir`, `mkdir` and `realpath` read a string that lives for the call. The stream is closed once, on every
/// way out, and an entry is copied before the next call on it; what `realpath` allocates is copied and freed.
package enum UnsafeFolder {
  /// Whether a path leads to a folder.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Goes through the names in a folder, in any order, until `body` returns false.
  ///
  /// A folder that cannot be read has none.
  package static func visit(_ path: String, _ body: (String) -> Bool) {
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

  /// The absolute path without symbolic links; nil if there is nothing of that name.
  package static func realPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Makes a folder and those above it that are missing.
  ///
  /// - Throws: a failure that names the one that could not be made.
  package static func make(_ path: String) throws(TrialError) {
    if isFolder(path) { return }
    if let slash = path.dropLast(path.hasSuffix("/") ? 1 : 0).lastIndex(of: "/"),
      slash > path.startIndex
    {
      try make(String(path[..<slash]))
    }
    guard unsafe mkdir(path, 0o777) != 0 else { return }
    let code = errno
    // Somebody else may have made it meanwhile.
    if code == EEXIST, isFolder(path) { return }
    let problem =
      code == EEXIST
      ? "it is not a folder" : "the folder cannot be made: \(UnsafeSystem.message(for: code))"
    throw TrialError(about: path, problem)
  }
}
