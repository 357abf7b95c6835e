package import Glibc
package import KymoTrials

/// Where the bytes of an output go, after all links.
///
/// SAFETY: every string lives for the call that reads it; `lstat` and `stat` write into locals, `readlink`
/// into an array of the size that it is told.
package struct UnsafeOutputPlace {
  /// The kind of output that is there.
  package enum Kind {
    /// A descriptor that whoever started this process has opened.
    case stream(Int32)
    /// A pipe or a device, which is written directly.
    case special
    /// A regular file, or none yet.
    case file
  }

  /// How many links lead to a file at most, as the system has it.
  private static let maximumLinks = 40

  /// The kind of output that is there.
  package let kind: Kind
  /// The path behind the links; the user's own if the last part of it is none.
  package let path: String
  /// The file that is there now; nil if there is none.
  package let former: stat?

  /// Follows a path to its end; `-` is standard output.
  ///
  /// - Throws: a failure that names the path if it is a folder, or leads nowhere.
  package init(_ name: String) throws(CommandFailure) {
    var path = name
    var status = stat()
    for _ in 0...Self.maximumLinks {
      if let descriptor = Self.stream(path) {
        guard fcntl(descriptor, F_GETFD) >= 0 else { throw Self.failure(name, EBADF) }
        self.path = path
        (kind, former) = (.stream(descriptor), nil)
        return
      }
      guard !path.isEmpty, unsafe lstat(path, &status) == 0 else {
        guard !path.isEmpty, errno == ENOENT else {
          throw Self.failure(name, path.isEmpty ? ENOENT : errno)
        }
        self.path = path
        (kind, former) = (.file, nil)
        return
      }
      switch status.st_mode & S_IFMT {
      case S_IFLNK: path = Self.join(path, try Self.target(of: path, name))
      case S_IFDIR: throw Self.failure(name, EISDIR)
      case S_IFREG:
        self.path = path
        (kind, former) = (.file, status)
        return
      default:
        self.path = path
        (kind, former) = (.special, status)
        return
      }
    }
    throw Self.failure(name, ELOOP)
  }

  /// Whether something is in the file that is there.
  package var hasContent: Bool { former.map { $0.st_size > 0 } ?? false }

  /// When a file was written last, in ns since 1970; nil if there is none.
  package static func time(of path: String) -> Int64? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
  }

  /// The key that tells two outputs apart; nil for those of which there may be several.
  package var key: String? {
    guard case .file = kind else { return nil }
    if let former { return "\(former.st_dev):\(former.st_ino)" }
    var status = stat()
    let (folder, name) = Self.split(path)
    guard unsafe stat(folder, &status) == 0 else { return path }
    return "\(status.st_dev):\(status.st_ino)/\(name)"
  }

  /// The file that is there now; nil if it is none, or no regular one.
  package var identity: UnsafeFileIdentity? { former.flatMap { UnsafeFileIdentity($0) } }

  /// Whether a file that is there may be written.
  ///
  /// - Throws: a failure that names `name` if it is protected.
  package func checkAccess(_ name: String) throws(CommandFailure) {
    guard former != nil else { return }
    guard unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 else {
      throw Self.failure(name, errno)
    }
  }

  /// Gives a finished file the name of this place; the C function is `rename`, or `link` if nothing is replaced.
  ///
  /// - Parameters:
  ///   - part: the finished file.
  ///   - replaces: whether it may take the place of a file that has come there meanwhile.
  /// - Returns: `nil` on success, else the code that C left in `errno`.
  package func take(_ part: String, replaces: Bool = true) -> Int32? {
    if !replaces, former == nil, unsafe link(part, path) == 0 {
      unsafe _ = unlink(part)
    } else {
      // A file system without hard links has no way to do both at once.
      if !replaces, former == nil, errno == EEXIST { return EEXIST }
      guard unsafe rename(part, path) == 0 else { return errno }
    }
    // The new name, too, shall survive a loss of power; a file system that cannot, cannot.
    let folder = unsafe open(Self.split(path).folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 {
      _ = fsync(folder)
      _ = close(folder)
    }
    return nil
  }

  /// Removes a file; the C function is `unlink`.
  package static func remove(_ path: String) { unsafe _ = unlink(path) }

  /// That nothing can be written.
  package static func failure(_ name: String, _ code: Int32) -> CommandFailure {
    let remedy: ToolText? =
      switch code {
      case ENOENT: "check the path"
      case EACCES, EPERM: "check the permissions, also those of the folder"
      case EISDIR: "name a file in it"
      case ENOTDIR: "check the path: a part of it is a file"
      case EROFS: "the file system is read-only"
      default: nil
      }
    return CommandFailure(
      file: name,
      "cannot be written: \(UnsafeTerminal.message(for: code))",
      remedy: remedy
    )
  }

  /// The descriptor that a path stands for, if it is one of those.
  private static func stream(_ path: String) -> Int32? {
    if path == "-" { return 1 }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
      return Int32(path.dropFirst(folder.count))
    }
    return nil
  }

  private static func target(of path: String, _ name: String) throws(CommandFailure) -> String {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress else { return 0 }
        return unsafe readlink(path, start, characters.count)
      }
    }
    guard count > 0 else { throw failure(name, errno) }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }

  private static func join(_ link: String, _ target: String) -> String {
    if target.hasPrefix("/") { return target }
    guard let slash = link.lastIndex(of: "/") else { return target }
    return link[...slash] + target
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (String(path[...slash]), String(path[path.index(after: slash)...]))
  }
}
