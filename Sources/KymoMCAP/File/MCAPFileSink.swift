/// Writes into a file.
public final class MCAPFileSink: MCAPByteSink {
  private let file: UnsafeMCAPFile
  private var position: UInt64 = 0

  /// Creates a file, or empties the one that is there; `-` is standard output.
  ///
  /// - Throws: `system` with the `errno` of `open`.
  public init(path: String) throws(MCAPError) {
    file = path == "-" ? UnsafeMCAPFile(borrowing: 1) : try UnsafeMCAPFile(creating: path)
  }

  /// Appends all bytes, however many calls it takes.
  public func write(_ bytes: RawSpan) throws(MCAPError) {
    try file.write(bytes, at: &position)
  }

  /// Waits until the file is on the disk.
  public func synchronize() throws(MCAPError) {
    try file.synchronize(at: position)
  }
}
