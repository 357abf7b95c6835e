/// Keeps what a writer writes in memory.
public final class MCAPMemorySink: MCAPByteSink {
  /// Everything written so far.
  public private(set) var bytes: [UInt8] = []
  /// After how many bytes the sink is full, as a disk can be.
  private let limit: Int

  /// Makes an empty sink that fails with `ENOSPC` beyond `limit` bytes.
  public init(limit: Int = .max) {
    self.limit = limit
  }

  /// Appends all bytes, or those that fit before it throws.
  public func write(_ bytes: RawSpan) throws(MCAPError) {
    let fitting = min(bytes.byteCount, limit - self.bytes.count)
    self.bytes.append(copying: bytes.extracting(first: fitting))
    guard fitting == bytes.byteCount else {
      throw MCAPError.system(UnsafeMCAPFile.noSpace, "write", at: UInt64(self.bytes.count))
    }
  }

  /// Does nothing.
  public func synchronize() throws(MCAPError) {}
}
