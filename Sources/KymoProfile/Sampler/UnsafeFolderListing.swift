import Glibc

/// The names in a folder.
///
/// SAFETY: the stream is closed once, after the last entry was read; an entry's name ends with a zero within it and is
/// copied before the next is read.
enum UnsafeFolderListing {
  /// The names in a folder, without those that begin with a dot; empty if it cannot be read.
  static func names(of path: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { _ = unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}
