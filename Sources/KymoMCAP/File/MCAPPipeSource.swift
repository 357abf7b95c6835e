/// Reads a pipe, a terminal or a socket, from front to back.
public final class MCAPPipeSource: MCAPByteSource {
  private let file: UnsafeMCAPFile
  private var position: UInt64 = 0

  /// Reads from a descriptor, which stays open; 0 is standard input.
  public init(descriptor: Int32 = 0) {
    file = UnsafeMCAPFile(borrowing: descriptor)
  }

  /// Opens a named pipe, or any other file.
  ///
  /// - Throws: `system` with the `errno` of `open`.
  public init(path: String) throws(MCAPError) {
    file = try UnsafeMCAPFile(reading: path)
  }

  /// Not known before the end.
  public var size: UInt64? { nil }

  /// Reads the next bytes; traps unless `offset` is where the last call ended.
  public func read(at offset: UInt64, into output: inout OutputRawSpan) throws(MCAPError) {
    precondition(offset == position, "a pipe cannot be read out of order")
    try file.readNext(at: &position, into: &output)
  }
}
