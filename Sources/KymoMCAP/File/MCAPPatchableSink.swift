/// A sink that can also change what it has: a file, and no pipe.
///
/// A writer that is to lose little when its process is killed keeps a copy of what is still in memory behind the
/// end of the file, and takes it back when the real thing follows. See ``MCAPWriterOptions/flushNanoseconds``.
public protocol MCAPPatchableSink: MCAPByteSink {
  /// Whether it is a file that can be changed; asked once.
  var canPatch: Bool { get }

  /// Puts bytes over those that are there, or behind them; what is appended next goes where it would have gone.
  ///
  /// - Parameters:
  ///   - bytes: what is put there.
  ///   - offset: where, counted from the first byte.
  /// - Throws: `system` with the `errno` of the failed call; some of the bytes may be there.
  func patch(_ bytes: RawSpan, at offset: UInt64) throws(MCAPError)

  /// Ends the file at a byte, before its end or behind it; what is appended next goes there.
  ///
  /// - Throws: `system` with the `errno` of the failed call.
  func end(at offset: UInt64) throws(MCAPError)
}
