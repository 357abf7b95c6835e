import Glibc
import KymoCommandLine
import KymoServer

/// Reads a folder of pages into memory, so that nothing beside it can ever be served.
///
/// SAFETY: a folder is closed once, on every way out; the name of an entry is copied before the next is read.
enum UnsafePageFolder {
  private static let maximumBytes = 64 << 20
  private static let maximumFiles = 10_000

  /// The regular files below a folder, by the path under which they are served; links are left out.
  ///
  /// - Throws: a failure that names the file that cannot be read, or the folder if it holds too much.
  static func read(_ folder: String) throws(CommandFailure) -> [String: ServerPage] {
    var pages: [String: ServerPage] = [:]
    var bytes = 0
    var folders = [""]
    while let path = folders.popLast() {
      for (name, isFolder) in try entries(folder + path, folder) {
        let place = "\(path)/\(name)"
        if isFolder {
          folders.append(place)
          continue
        }
        let content = try UnsafeTextFile.bytes(folder + place, limit: maximumBytes)
        bytes += content.count
        guard bytes <= maximumBytes, pages.count < maximumFiles else {
          throw CommandFailure(
            file: folder,
            "it has more than \(maximumFiles) files, or more than \(maximumBytes >> 20) MiB"
          )
        }
        pages[place] = ServerPage(type: ServerPage.type(ofFile: name), bytes: content)
      }
    }
    return pages
  }

  private static func entries(
    _ path: String,
    _ folder: String
  ) throws(CommandFailure) -> [(name: String, isFolder: Bool)] {
    guard let directory = unsafe opendir(path) else {
      throw CommandFailure(file: path, UnsafeTerminal.message(for: errno))
    }
    defer { unsafe closedir(directory) }
    var found: [(name: String, isFolder: Bool)] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name.hasPrefix(".") { continue }
      var status = stat()
      guard unsafe lstat("\(path)/\(name)", &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: found.append((name, true))
      case S_IFREG: found.append((name, false))
      default: continue
      }
    }
    return found.sorted { $0.name < $1.name }
  }
}
