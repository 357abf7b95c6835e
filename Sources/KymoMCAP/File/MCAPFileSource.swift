/// Reads a regular file, at any place.
///
/// The file is read and not mapped: one that another program cuts short ends early, and does not
/// end this program.
public final class MCAPFileSource: MCAPByteSource, Sendable {
  private let file: UnsafeMCAPFile
  /// Bytes of the whole file when it was opened.
  public let size: UInt64?

  /// Opens a file for reading.
  ///
  /// - Throws: `system` with the `errno` of `open`; `unsupported` for a directory or a pipe.
  public init(path: String) throws(MCAPError) {
    file = try UnsafeMCAPFile(reading: path)
    size = try file.regularSize()
  }

  /// Reads bytes of the file, however many calls it takes.
  public func read(at offset: UInt64, into output: inout OutputRawSpan) throws(MCAPError) {
    try file.read(at: offset, into: &output)
  }
}
