import Glibc

/// Where files are: their folders, their paths from others, whether a name is a link, and on which machine.
///
/// SAFETY: `lstat` reads a string that lives for the call; `lstat` and `gethostname` write into locals of their size.
package enum UnsafeFilePlace {
  /// Whether the name itself is a folder, and no link to one.
  package static func isFolderItself(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The name of this machine; empty if it has none.
  package static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
  }

  /// A path as it is from a folder; both are from the root, without links.
  package static func relative(_ path: String, from folder: String) -> String {
    let parts = path.split(separator: "/")
    let start = folder.split(separator: "/")
    var common = 0
    while common < min(parts.count - 1, start.count), parts[common] == start[common] { common += 1 }
    let up = [String](repeating: "..", count: start.count - common)
    return (up + parts[common...].map(String.init)).joined(separator: "/")
  }

  /// The folder that a file is in, as it was named: `.` without a slash.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
