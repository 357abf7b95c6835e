/// Where a writer's bytes go: a file, or memory.
public protocol MCAPByteSink: AnyObject {
  /// Appends all bytes.
  ///
  /// - Throws: `system` with the `errno` of the failed call; some of the bytes may be written.
  func write(_ bytes: RawSpan) throws(MCAPError)

  /// Makes what was written survive a loss of power, where that is possible.
  func synchronize() throws(MCAPError)
}
