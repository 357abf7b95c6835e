public import KymoMCAP

/// The files of an export on their way into a zip archive.
///
/// They grow side by side, and an archive has one behind the other: until all are whole, each is in a file without a
/// name in the folder for temporary files. Memory does not depend on their lengths.
public final class ZippedFiles: ExportTarget {
  private var members: [ZippedMember] = []

  /// How many bytes are packed at once.
  private static var pieceBytes: Int { 1 << 18 }

  /// Begins without a file.
  public init() {}

  /// Opens a file.
  ///
  /// - Parameter name: its path in the archive.
  /// - Returns: the file.
  /// - Throws: `system` if there is no room for it.
  public func open(_ name: String) throws(MCAPError) -> any MCAPByteSink {
    let member = try ZippedMember(name)
    members.append(member)
    return member
  }

  /// Writes the archive.
  ///
  /// The same files give the same bytes: no entry has a time.
  ///
  /// - Parameters:
  ///   - sink: where it goes.
  ///   - shouldStop: asked now and then; true ends the archive there, whole as far as it goes.
  /// - Returns: whether it was stopped.
  /// - Throws: `system` if it cannot be written, or a file not be read back.
  /// - Complexity: O(bytes).
  public func write(
    to sink: any MCAPByteSink,
    shouldStop: () -> Bool = { false }
  ) throws(MCAPError) -> Bool {
    let writer = try UnsafeZipWriter(sink)
    var wasStopped = false
    for member in members where !wasStopped {
      try writer.begin(member.name, byteCount: member.byteCount)
      var place = 0
      while place < member.byteCount, !wasStopped {
        let piece = try member.read(Self.pieceBytes, at: place)
        try piece.withRawSpan { bytes throws(MCAPError) in try writer.write(bytes) }
        place += piece.count
        wasStopped = shouldStop()
      }
    }
    try writer.end()
    return wasStopped
  }
}
