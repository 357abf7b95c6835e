import KymoMCAP

/// A recording that is made and not kept.
final class DiscardedRecording: MCAPByteSink {
  func write(_ bytes: RawSpan) throws(MCAPError) {}
  func synchronize() throws(MCAPError) {}
}
