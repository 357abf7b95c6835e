import Glibc

/// Reads a file that is sent, for who writes down what is sent.
///
/// SAFETY: the path lives for the call that reads it; `pread` writes into an array behind what it has, up to its end. The
/// descriptor is closed once, on every way out.
enum UnsafeToldFile {
  /// The longest file that is told of, in bytes.
  private static let maximumBytes = 16 << 20

  /// The bytes of a file; nil if it cannot be read, or is too long.
  static func bytes(_ path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_size <= maximumBytes else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let more = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(
          descriptor,
          buffer.baseAddress.map { unsafe $0 + count },
          buffer.count - count,
          off_t(count)
        )
      }
      guard more > 0 else { return nil }
      count += more
    }
    return bytes
  }
}
