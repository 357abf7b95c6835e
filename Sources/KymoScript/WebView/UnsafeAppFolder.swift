import Glibc

// SAFETY: descriptors are opened, read and closed here; a path is passed as a C string for the length of a call.

/// The folder of an app, out of which no path leads: neither by "..", nor by a link.
struct AppFolder {
  /// The folder, without links.
  let path: String

  /// How many bytes a file may have.
  static var maximumBytes: Int { 64 << 20 }

  /// Opens the folder that a file lies in.
  init(of file: String) throws(WebViewError) {
    let slash = file.lastIndex(of: "/")
    let folder = slash.map { String(file[..<$0]) } ?? "."
    path = try Self.resolved(folder.isEmpty ? "/" : folder, named: file)
  }

  /// Opens a folder.
  init(_ folder: String) throws(WebViewError) { path = try Self.resolved(folder, named: folder) }

  private static func resolved(_ path: String, named name: String) throws(WebViewError) -> String {
    guard let found = unsafe realpath(path, nil) else {
      throw .unreadable(name, reason: unsafe String(cString: strerror(errno)))
    }
    defer { unsafe free(found) }
    return unsafe String(cString: found)
  }

  /// Reads a text.
  ///
  /// - Parameter relative: the path within the folder; what follows ? or # is not part of it.
  /// - Returns: the text.
  /// - Throws: ``WebViewError``, under the path as it was given.
  func read(_ relative: String) throws(WebViewError) -> String {
    try read(file: String(relative.prefix { $0 != "?" && $0 != "#" }), as: relative)
  }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - relative: the path within the folder.
  ///   - name: what errors call it; nil for the path.
  /// - Returns: the text.
  /// - Throws: ``WebViewError``.
  func read(file relative: String, as name: String? = nil) throws(WebViewError) -> String {
    let bytes = try bytes(ofFile: relative, as: name)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .notText(name ?? relative)
    }
    return text
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - file: the path within the folder.
  ///   - name: what errors call it; nil for the path.
  /// - Returns: its bytes.
  /// - Throws: ``WebViewError``.
  func bytes(ofFile file: String, as name: String? = nil) throws(WebViewError) -> [UInt8] {
    let relative = name ?? file
    guard !file.utf8.contains(0) else { throw .outside(relative) }
    let full = try Self.resolved(path + "/" + file, named: relative)
    guard full.hasPrefix(path == "/" ? "/" : path + "/") else { throw .outside(relative) }
    let descriptor = unsafe open(full, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw .unreadable(relative, reason: unsafe String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(relative, reason: "it is not a file")
    }
    guard status.st_size <= Self.maximumBytes else {
      throw .tooLong(relative, limit: Self.maximumBytes)
    }
    return try Self.bytes(of: descriptor, Int(status.st_size), relative)
  }

  /// The path of a file within the folder, links followed.
  ///
  /// - Throws: ``WebViewError/outside(_:)`` if it lies elsewhere.
  func relative(_ file: String) throws(WebViewError) -> String {
    let full = try Self.resolved(file, named: file)
    let start = path == "/" ? "/" : path + "/"
    guard full.hasPrefix(start) else { throw .outside(file) }
    return String(full.dropFirst(start.count))
  }

  private static func bytes(
    of descriptor: Int32,
    _ count: Int,
    _ name: String
  ) throws(WebViewError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      guard let start = buffer.baseAddress else { return }
      while filled < count {
        let got = unsafe Glibc.read(descriptor, start + filled, count - filled)
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { break }
        filled += got
      }
    }
    guard failure == 0 else {
      throw .unreadable(name, reason: unsafe String(cString: strerror(failure)))
    }
    return bytes
  }
}
