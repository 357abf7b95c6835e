import Glibc
import KymoRecording

/// Folders that are imported.
///
/// SAFETY: `opendir` and `stat` read a string that lives for the call; `stat` writes into a local. The stream is
/// closed once, on every way out, and the name of an entry, which ends with a NUL, is copied before the next call on it.
enum UnsafeImportFolder {
  /// Whether a path leads to a folder.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The names in a folder, but for those that begin with a point, in the order of their bytes, so that neither the
  /// file system nor a locale decides it.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)``.
  static func names(in folder: String) throws(ImportError) -> [String] {
    guard let stream = unsafe opendir(folder) else { throw UnsafeInputFile.failure(folder, errno) }
    defer { unsafe _ = closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        guard errno == 0 else { throw UnsafeInputFile.failure(folder, errno) }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { start in
        unsafe start.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
  }
}
