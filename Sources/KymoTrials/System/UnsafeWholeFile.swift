import Glibc

/// Reads and writes small files as a whole.
///
/// SAFETY: `open` and `stat` read a string that lives for the call; `stat` writes into a local of its size, `read`
/// fills a local array up to the capacity that it is given, and `write` gets a span of an array, with its length. A
/// descriptor is closed once, on every way out.
package enum UnsafeWholeFile {
  private static let blockBytes = 1 << 16

  /// The text of a file; bytes that are no UTF-8 become U+FFFD.
  ///
  /// - Throws: an error that names the file if it cannot be read, or has more than `limit` bytes.
  package static func read(_ path: String, limit: Int) throws(TrialError) -> String {
    String(decoding: try bytes(path, limit: limit), as: UTF8.self)
  }

  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - limit: the most bytes that it may have.
  ///   - shouldStop: asked while nobody has written into a pipe that has a name.
  /// - Returns: all of them.
  /// - Throws: as ``read(_:limit:)``.
  package static func bytes(
    _ path: String,
    limit: Int,
    shouldStop: () -> Bool = { false }
  ) throws(TrialError) -> [UInt8] {
    var descriptor = try pipe(path, shouldStop) ?? -1
    while descriptor < 0 {
      descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor < 0, errno == EINTR else { break }
    }
    guard descriptor >= 0 else { throw Self.failure(path, errno) }
    defer { _ = close(descriptor) }
    var bytes: [UInt8] = []
    while true {
      var code: Int32 = 0
      let block = unsafe [UInt8](unsafeUninitializedCapacity: blockBytes) { buffer, count in
        var size: Int
        repeat {
          size = unsafe Glibc.read(descriptor, buffer.baseAddress, blockBytes)
        } while size < 0 && errno == EINTR
        if size < 0 { code = errno }
        count = max(0, size)
      }
      guard code == 0 else { throw Self.failure(path, code) }
      if block.isEmpty { return bytes }
      bytes += block
      guard bytes.count <= limit else {
        throw TrialError(about: path, "it has more than \(limit) bytes")
      }
    }
  }

  /// Writes a new file in a folder that nobody else uses.
  ///
  /// - Parameters:
  ///   - text: what is written.
  ///   - path: the file.
  ///   - isLasting: whether to wait until it is on the disk.
  /// - Throws: an error that names the file if it is there, or cannot be written.
  package static func write(
    _ text: String,
    toNew path: String,
    isLasting: Bool = true
  ) throws(TrialError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw unwritten(path, errno) }
    defer { _ = close(descriptor) }
    let bytes = Array(text.utf8)
    let code: Int32 = unsafe bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let start = unsafe buffer.baseAddress?.advanced(by: written)
        let count = unsafe Glibc.write(descriptor, start, buffer.count - written)
        if count >= 0 { written += count } else if errno != EINTR { return errno }
      }
      return !isLasting || fsync(descriptor) == 0 ? 0 : errno
    }
    guard code == 0 else { throw unwritten(path, code) }
  }

  private static func unwritten(_ path: String, _ code: Int32) -> TrialError {
    TrialError(about: path, "cannot be written: \(UnsafeSystem.message(for: code))")
  }

  /// Opens a pipe that has a name once somebody writes into it; nil for anything else.
  private static func pipe(_ path: String, _ shouldStop: () -> Bool) throws(TrialError) -> Int32? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
    // With blocking, it would be waited for the writer where no signal is noticed.
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&waiting, 1, 100) <= 0 {
      guard !shouldStop() else {
        _ = close(descriptor)
        throw TrialError(about: path, "interrupted: nobody has written into this pipe yet")
      }
    }
    _ = fcntl(descriptor, F_SETFL, 0)
    return descriptor
  }

  /// That a file cannot be read, and what to do about it.
  private static func failure(_ path: String, _ code: Int32) -> TrialError {
    let remedy: String? =
      switch code {
      case ENOENT, ENOTDIR: "check the path"
      case EACCES, EPERM: "check the permissions"
      case EISDIR: "name a file in it"
      default: nil
      }
    return TrialError(
      about: path,
      "cannot be read: \(UnsafeSystem.message(for: code))",
      remedy: remedy
    )
  }
}
