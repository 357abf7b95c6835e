import Glibc
import KymoRecording

/// The hash that tells the content of a file from any other.
///
/// SAFETY: `open` reads a string that lives for the call, and `read` fills an array up to its count, of which no more
/// is lent on than was read. The descriptor is closed once, on every way out.
package enum UnsafeFileHash {
  private static let blockBytes = 1 << 20

  /// The hash of a file, and how many bytes it has.
  ///
  /// - Throws: a failure that names the file if it cannot be read.
  package static func of(
    _ path: String
  ) throws(TrialError) -> (content: String, byteCount: UInt64) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { _ = close(descriptor) }
    var hash = ContentHash()
    var total: UInt64 = 0
    var block = [UInt8](repeating: 0, count: blockBytes)
    while true {
      let count = unsafe block.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(path, errno) }
      if count == 0 { return (hash.finish(), total) }
      unsafe block.withUnsafeBytes {
        unsafe hash.add(RawSpan(_unsafeBytes: $0).extracting(first: count))
      }
      total += UInt64(count)
    }
  }

  private static func failure(_ path: String, _ code: Int32) -> TrialError {
    // A file system that is away may come back, and so may memory and descriptors.
    let isPassing = [EIO, ESTALE, ETIMEDOUT, ENOMEM, EMFILE, ENFILE, EAGAIN].contains(code)
    return TrialError(
      about: path,
      "cannot be read: \(UnsafeSystem.message(for: code))",
      remedy: code == ENOENT ? "check the path" : nil,
      kind: isPassing ? .temporary : .failed
    )
  }
}
