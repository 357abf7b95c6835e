import KymoMCAP

/// A file of a zip archive before it is packed.
final class ZippedMember: MCAPByteSink {
  /// Its name in the archive.
  let name: String
  private let file: UnsafeTemporaryFile

  /// Begins an empty file.
  init(_ name: String) throws(MCAPError) {
    self.name = name
    do throws(UnsafeTemporaryFile.Failure) { file = try UnsafeTemporaryFile() } catch {
      throw Self.failure(error, name, at: 0)
    }
  }

  /// How many bytes it has.
  var byteCount: Int { file.count }

  func write(_ bytes: RawSpan) throws(MCAPError) {
    do throws(UnsafeTemporaryFile.Failure) { try file.append(bytes) } catch {
      throw Self.failure(error, name, at: file.count)
    }
  }

  /// Has nothing to do: nobody reads it behind a loss of power.
  func synchronize() {}

  /// The bytes from `place` on, `count` at most.
  ///
  /// - Throws: `system`, also if it has become shorter.
  func read(_ count: Int, at place: Int) throws(MCAPError) -> [UInt8] {
    let count = min(count, byteCount - place)
    do throws(UnsafeTemporaryFile.Failure) {
      let bytes = try file.read(count, at: place)
      guard bytes.count == count else { throw .shortened }
      return bytes
    } catch { throw Self.failure(error, name, at: place) }
  }

  private static func failure(
    _ error: UnsafeTemporaryFile.Failure,
    _ name: String,
    at place: Int
  ) -> MCAPError {
    MCAPError(
      .system(error.code),
      at: UInt64(place),
      "\(name) is kept in the folder for temporary files until it is packed: \(error.message)"
    )
  }
}
