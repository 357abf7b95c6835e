import Glibc
import KymoBridge

/// Reads the script of a browser's network, a small file.
///
/// SAFETY: `open` reads a string that lives for the call, `fstat` writes into a local of its size, and `read`
/// into an array of the capacity that it is given; the descriptor is closed once, on every way out.
enum UnsafeScriptFile {
  /// Why a file cannot be read.
  struct Failure: Error {
    /// One line, without the name of the file.
    let reason: String
  }

  /// The bytes of a file; nil if there is none.
  static func read(_ path: String) throws(Failure) -> [UInt8]? {
    // Without O_NONBLOCK a pipe in the file's place would keep us waiting.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure(errno)
    }
    defer { _ = close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(
        reason: """
          it is not a regular file
          """
      )
    }
    let limit = FetchScript.maximumBytes
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let room = limit + 1 - bytes.count
      var result = 0
      let block = unsafe [UInt8](unsafeUninitializedCapacity: min(room, 1 << 16)) { buffer, count in
        repeat {
          result = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        } while result < 0 && errno == EINTR
        count = max(0, result)
      }
      if result < 0 { throw failure(errno) }
      if result == 0 { return bytes }
      bytes += block
    }
    throw Failure(reason: "a script has at most \(limit) bytes")
  }

  private static func failure(_ code: Int32) -> Failure {
    Failure(reason: unsafe String(cString: strerror(code)))
  }
}
