import Glibc
import KymoMCAP

/// A file that is being received: it gets its name once it is whole.
///
/// SAFETY: names live for the calls that read them, and bytes are written from a span that outlives the call. The descriptor
/// is opened in `init` and closed once: by ``commit()``, by ``discard()``, or in `deinit`.
@safe final class ReceivedFile {
  /// The name that it gets, without a folder.
  let name: String
  /// How many bytes are written.
  private(set) var count = 0
  private let path: String
  private let part: String
  private var descriptor: Int32

  /// How many names are tried for one time.
  private static let maximumNames = 10_000

  /// Opens a file under the first name that is free: `phone-TIME-NUMBER.jsonl`.
  ///
  /// - Parameters:
  ///   - folder: where it is to be.
  ///   - stamp: the time, as it stands in the name.
  /// - Returns: the file; what the system says if there can be none.
  static func open(in folder: String, at stamp: String) -> Result<ReceivedFile, ReceivedFileError> {
    for number in 1...maximumNames {
      let digits = String(number)
      let name =
        "phone-\(stamp)-\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits).jsonl"
      let path = "\(folder)/\(name)"
      if unsafe access(path, F_OK) == 0 { continue }
      // Whoever makes the part has the name.
      let descriptor = unsafe Glibc.open(
        path + ".part",
        O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
        0o600
      )
      if descriptor >= 0 {
        // One that was finished just now has left its part.
        if unsafe access(path, F_OK) == 0 {
          Glibc.close(descriptor)
          _ = unsafe unlink(path + ".part")
          continue
        }
        return .success(ReceivedFile(name, path, descriptor))
      }
      if errno != EEXIST { return .failure(ReceivedFileError(code: errno)) }
    }
    return .failure(ReceivedFileError(code: EEXIST))
  }

  private init(_ name: String, _ path: String, _ descriptor: Int32) {
    self.name = name
    self.path = path
    part = path + ".part"
    self.descriptor = descriptor
  }

  deinit { discard() }

  /// Writes bytes behind those that are there.
  ///
  /// - Returns: what the system says if it cannot; nil if it has.
  func write(_ bytes: RawSpan) -> ReceivedFileError? {
    var place = 0
    while place < bytes.byteCount {
      let rest = bytes.extracting(place..<bytes.byteCount)
      let written = unsafe rest.withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
      }
      if written < 0, errno == EINTR { continue }
      // A disk that is full may take a part before it says so.
      guard written > 0 else { return ReceivedFileError(code: written < 0 ? errno : ENOSPC) }
      place += written
    }
    count += place
    return nil
  }

  /// Gives it its name.
  ///
  /// - Returns: what the system says if it cannot, and the file is gone; nil if it has.
  func commit() -> ReceivedFileError? {
    guard descriptor >= 0 else { return ReceivedFileError(code: EBADF) }
    // A file system over the net may say only now that it is full.
    let isClosed = Glibc.close(descriptor) == 0
    descriptor = -1
    if isClosed, unsafe rename(part, path) == 0 { return nil }
    let error = ReceivedFileError(code: errno)
    _ = unsafe unlink(part)
    return error
  }

  /// Removes what was written, unless it has its name.
  func discard() {
    guard descriptor >= 0 else { return }
    Glibc.close(descriptor)
    descriptor = -1
    _ = unsafe unlink(part)
  }
}

/// Why a file cannot be received.
struct ReceivedFileError: Error, Equatable {
  /// What C left in `errno`.
  var code: Int32

  /// Whether there is no room.
  var isFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }

  /// The reason in words.
  var text: String { unsafe String(cString: strerror(code)) }
}
