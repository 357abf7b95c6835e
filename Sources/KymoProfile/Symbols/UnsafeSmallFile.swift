import Glibc

/// Reads files as a whole: programs, libraries, and what the kernel says of this process.
///
/// SAFETY: `open` reads a string that lives for the call; `read` fills an uninitialised array up to the capacity that
/// it is given, and says how far. The descriptor is closed once.
enum UnsafeSmallFile {
  private static let blockBytes = 1 << 20

  /// The bytes of a file; nil if it cannot be read, or is larger than a program.
  static func bytes(_ path: String, limit: Int = 1 << 30) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    var bytes: [UInt8] = []
    while true {
      var isFailed = false
      let block = unsafe [UInt8](unsafeUninitializedCapacity: blockBytes) { buffer, count in
        var size: Int
        repeat {
          size = unsafe Glibc.read(descriptor, buffer.baseAddress, blockBytes)
        } while size < 0 && errno == EINTR
        isFailed = size < 0
        count = max(0, size)
      }
      if isFailed { return nil }
      if block.isEmpty { return bytes }
      bytes += block
      guard bytes.count <= limit else { return nil }
    }
  }
}
