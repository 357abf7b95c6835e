import Glibc
import KymoTrials

/// Small files that a command reads as a whole.
///
/// SAFETY: `open` and `stat` read a string that lives for the call; `stat` and `pread` write into a local of its
/// size. The descriptor is closed once, on every way out.
package enum UnsafeTextFile {
  /// The text of a file; bytes that are no UTF-8 become U+FFFD.
  ///
  /// - Throws: a failure that names the file if it cannot be read, or has more than `limit` bytes.
  package static func read(_ path: String, limit: Int) throws(CommandFailure) -> String {
    String(decoding: try bytes(path, limit: limit), as: UTF8.self)
  }

  /// The bytes of a file; waiting for a pipe that has a name is ended by Ctrl-C.
  ///
  /// - Throws: as ``read(_:limit:)``.
  package static func bytes(_ path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
    do {
      return try UnsafeWholeFile.bytes(path, limit: limit) { Interrupt.process.isRequested }
    } catch { throw CommandFailure(error) }
  }

  /// The first byte of a regular file; nil if there is none, or if it is something else.
  package static func firstByte(ofRegular path: String) -> UInt8? {
    beginning(ofRegular: path, count: 1).first
  }

  /// The first bytes of a file, `count` at most; none if it is no file, or cannot be read.
  package static func beginning(ofRegular path: String, count: Int) -> [UInt8] {
    // A pipe that was opened and closed would be gone for whoever writes it.
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return [] }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { _ = close(descriptor) }
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, length in
      length = unsafe max(0, pread(descriptor, bytes.baseAddress, count, 0))
    }
  }
}
