import KymoCore
import KymoRecording

/// A temporary file, which takes rows and gives them back.
///
/// SAFETY: rows are plain numbers, so that their bytes may be written, and read into rows of the same layout.
@safe final class UnsafeSpoolFile {
  private let file: UnsafeTemporaryFile
  private let name: String
  private static let stride = MemoryLayout<SpooledRow>.stride

  /// Makes the file; `name` is that of the import's file, for messages.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)`` when there is no room for it.
  init(name: String) throws(ImportError) {
    self.name = name
    do throws(UnsafeTemporaryFile.Failure) { file = try UnsafeTemporaryFile() } catch {
      throw Self.failure(error, name)
    }
  }

  /// Appends rows behind those that are there.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)`` when there is no room for them.
  func append(_ rows: [SpooledRow]) throws(ImportError) {
    do throws(UnsafeTemporaryFile.Failure) { try unsafe file.append(rows.span.bytes) } catch {
      throw Self.failure(error, name)
    }
  }

  /// The rows from `place` on, `count` at most; fewer only at the end.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)``.
  func read(at place: Int, _ count: Int) throws(ImportError) -> [SpooledRow] {
    let empty = SpooledRow(timestamp: 0, line: 0, payload: Payload())
    var rows = [SpooledRow](repeating: empty, count: count)
    var filled = 0
    do throws(UnsafeTemporaryFile.Failure) {
      var span = rows.mutableSpan
      var bytes = unsafe span.mutableBytes
      filled = try file.read(at: place * Self.stride, into: &bytes)
    } catch { throw Self.failure(error, name) }
    rows.removeSubrange((filled / Self.stride)...)
    return rows
  }

  private static func failure(
    _ error: UnsafeTemporaryFile.Failure,
    _ name: String
  ) -> ImportError {
    .unreadable(
      path: name,
      reason:
        "its rows are kept in the folder for temporary files while it is imported: \(error.message)"
    )
  }
}
