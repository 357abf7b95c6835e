import Glibc
import KymoCore
import KymoRecording

/// A file without a name in the folder for temporary files, which takes rows and gives them back.
///
/// SAFETY: rows are plain numbers, so that their bytes may be written and read. Every pointer comes with its length
/// from one array and lives for that call. The descriptor belongs to this object, which closes it once.
@safe final class UnsafeSpoolFile {
  private let descriptor: Int32
  private let name: String
  private static let stride = MemoryLayout<SpooledRow>.stride
  /// `O_TMPFILE`, whose macro does not arrive in Swift.
  private static let withoutName: Int32 = 0o20_000_000 | O_DIRECTORY

  /// Makes the file; `name` is that of the import's file, for messages.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)`` when there is no room for it.
  init(name: String) throws(ImportError) {
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    let result = unsafe Glibc.open(folder, O_RDWR | O_CLOEXEC | Self.withoutName, 0o600)
    guard result >= 0 else { throw Self.noRoom(name, errno) }
    descriptor = result
    self.name = name
  }

  deinit { _ = Glibc.close(descriptor) }

  /// Appends rows behind those that are there.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)`` when there is no room for them.
  func append(_ rows: [SpooledRow]) throws(ImportError) {
    let total = rows.count * Self.stride
    var written = 0
    while written < total {
      let length = unsafe rows.withUnsafeBytes { source in
        unsafe write(descriptor, source.baseAddress.map { unsafe $0 + written }, total - written)
      }
      guard length >= 0 || errno == EINTR else { throw Self.noRoom(name, errno) }
      written += max(0, length)
    }
  }

  /// The rows from `place` on, `count` at most; fewer only at the end.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)``.
  func read(at place: Int, _ count: Int) throws(ImportError) -> [SpooledRow] {
    let empty = SpooledRow(timestamp: 0, line: 0, payload: Payload())
    var rows = [SpooledRow](repeating: empty, count: count)
    let total = count * Self.stride
    var filled = 0
    while filled < total {
      let length = unsafe rows.withUnsafeMutableBytes { target in
        unsafe pread(
          descriptor,
          target.baseAddress.map { unsafe $0 + filled },
          total - filled,
          off_t(place * Self.stride + filled)
        )
      }
      guard length >= 0 || errno == EINTR else { throw UnsafeInputFile.failure(name, errno) }
      if length == 0 { break }
      filled += max(0, length)
    }
    rows.removeSubrange((filled / Self.stride)...)
    return rows
  }

  private static func noRoom(_ path: String, _ problem: Int32) -> ImportError {
    let reason = unsafe String(cString: strerror(problem))
    return .unreadable(
      path: path,
      reason:
        "its rows are kept in the folder for temporary files while it is imported: \(reason); "
        + "set TMPDIR to a folder with room"
    )
  }
}
