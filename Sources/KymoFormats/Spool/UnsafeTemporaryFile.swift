import Glibc

/// A file without a name in the folder for temporary files, which takes bytes and gives them back.
///
/// SAFETY: every pointer comes with its length from one span and lives for that call. The descriptor belongs to this
/// object, which closes it once.
@safe final class UnsafeTemporaryFile {
  /// A failed call's `errno`.
  struct Failure: Error {
    let code: Int32

    /// The file has become shorter.
    static var shortened: Failure { Failure(code: EIO) }

    /// The one line for people.
    var message: String {
      "\(unsafe String(cString: strerror(code))); set TMPDIR to a folder with room"
    }
  }

  private let descriptor: Int32
  /// How many bytes were appended.
  private(set) var count = 0
  /// `O_TMPFILE`, whose macro does not arrive in Swift.
  private static let withoutName: Int32 = 0o20_000_000 | O_DIRECTORY

  /// Makes the file, empty, in `$TMPDIR`, or else in /tmp.
  init() throws(Failure) {
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    let result = unsafe Glibc.open(folder, O_RDWR | O_CLOEXEC | Self.withoutName, 0o600)
    guard result >= 0 else { throw Failure(code: errno) }
    descriptor = result
  }

  deinit { _ = Glibc.close(descriptor) }

  /// Appends bytes behind those that are there.
  ///
  /// - Throws: ``Failure`` when there is no room for them.
  func append(_ bytes: RawSpan) throws(Failure) {
    var written = 0
    while written < bytes.byteCount {
      let length = unsafe bytes.withUnsafeBytes { source in
        unsafe write(
          descriptor,
          source.baseAddress.map { unsafe $0 + written },
          source.count - written
        )
      }
      guard length >= 0 || errno == EINTR else { throw Failure(code: errno) }
      written += max(0, length)
    }
    count += written
  }

  /// Fills `target` with the bytes from `place` on.
  ///
  /// - Returns: how many there were; fewer than wanted only at the end.
  /// - Throws: ``Failure``.
  func read(at place: Int, into target: inout MutableRawSpan) throws(Failure) -> Int {
    var filled = 0
    while filled < target.byteCount {
      let length = unsafe target.withUnsafeMutableBytes { target in
        unsafe pread(
          descriptor,
          target.baseAddress.map { unsafe $0 + filled },
          target.count - filled,
          off_t(place + filled)
        )
      }
      guard length >= 0 || errno == EINTR else { throw Failure(code: errno) }
      if length == 0 { break }
      filled += max(0, length)
    }
    return filled
  }

  /// The bytes from `place` on.
  ///
  /// - Returns: `count` of them; fewer only at the end.
  /// - Throws: ``Failure``.
  func read(_ count: Int, at place: Int) throws(Failure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    var target = unsafe span.mutableBytes
    let filled = try read(at: place, into: &target)
    bytes.removeSubrange(filled...)
    return bytes
  }
}
