import Glibc

/// Reads a small file as a whole.
///
/// SAFETY: `open` and `stat` read a string that lives for the call; `stat` and `pread` write into a local of its
/// size, `read` fills a local array up to the capacity that it is given. A descriptor is closed once, on every way
/// out.
enum UnsafeTextFile {
  private static let blockBytes = 1 << 16

  /// The text of a file; bytes that are no UTF-8 become U+FFFD.
  ///
  /// - Throws: a failure that names the file if it cannot be read, or has more than `limit` bytes.
  static func read(_ path: String, limit: Int) throws(CommandFailure) -> String {
    String(decoding: try bytes(path, limit: limit), as: UTF8.self)
  }

  /// The first byte of a regular file; nil if there is none, or if it is something else.
  static func firstByte(ofRegular path: String) -> UInt8? {
    // A pipe that was opened and closed would be gone for whoever writes it.
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    var byte: UInt8 = 0
    return unsafe pread(descriptor, &byte, 1, 0) == 1 ? byte : nil
  }

  /// The bytes of a file.
  ///
  /// - Throws: as ``read(_:limit:)``.
  static func bytes(_ path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
    var descriptor = try pipe(path) ?? -1
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
        throw CommandFailure(file: path, "it has more than \(limit) bytes")
      }
    }
  }

  /// Opens a pipe that has a name once somebody writes into it, which Ctrl-C puts an end to; nil for anything else.
  private static func pipe(_ path: String) throws(CommandFailure) -> Int32? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
    // With blocking, it would be waited for the writer where no signal is noticed.
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&waiting, 1, 100) <= 0 {
      guard !Interrupt.process.isRequested else {
        _ = close(descriptor)
        throw CommandFailure(file: path, "interrupted: nobody has written into this pipe yet")
      }
    }
    _ = fcntl(descriptor, F_SETFL, 0)
    return descriptor
  }

  /// That a file cannot be read, and what to do about it.
  private static func failure(_ path: String, _ code: Int32) -> CommandFailure {
    let remedy: ToolText? =
      switch code {
      case ENOENT, ENOTDIR: "check the path"
      case EACCES, EPERM: "check the permissions"
      case EISDIR: "name a file in it"
      default: nil
      }
    return CommandFailure(
      file: path,
      "cannot be read: \(UnsafeTerminal.message(for: code))",
      remedy: remedy
    )
  }
}
