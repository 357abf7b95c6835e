import Glibc

/// Reads a small file as a whole.
///
/// SAFETY: `open` reads a string that lives for the call; `read` fills a local array up to the capacity
/// that it is given. The descriptor is closed once, on every way out.
enum UnsafeTextFile {
  private static let blockBytes = 1 << 16

  /// The text of a file; bytes that are no UTF-8 become U+FFFD.
  ///
  /// - Throws: a failure that names the file if it cannot be read, or has more than `limit` bytes.
  static func read(_ path: String, limit: Int) throws(CommandFailure) -> String {
    var descriptor: Int32
    repeat {
      descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    } while descriptor < 0
      && errno == EINTR
    guard descriptor >= 0 else { throw CommandFailure(file: path, message(errno)) }
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
      guard code == 0 else { throw CommandFailure(file: path, message(code)) }
      if block.isEmpty { return String(decoding: bytes, as: UTF8.self) }
      bytes += block
      guard bytes.count <= limit else {
        throw CommandFailure(file: path, "it has more than \(limit) bytes")
      }
    }
  }

  private static func message(_ code: Int32) -> String {
    "cannot be read: \(UnsafeTerminal.message(for: code))"
  }
}
