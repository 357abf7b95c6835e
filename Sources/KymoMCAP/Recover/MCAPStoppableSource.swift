import Glibc

/// A file that reads no further once somebody wants the work to stop, wherever in it that is.
package final class MCAPStoppableSource: MCAPByteSource {
  private let source: any MCAPByteSource
  private let shouldStop: () -> Bool
  /// Whether something is being read that is of no use in part.
  private var mustGoOn = false
  /// Whether a read was refused.
  package private(set) var wasStopped = false

  /// Reads a file until `shouldStop` says true, which is asked before every read.
  package init(_ source: any MCAPByteSource, _ shouldStop: @escaping () -> Bool) {
    self.source = source
    self.shouldStop = shouldStop
  }

  /// Bytes of the whole file.
  package var size: UInt64? { source.size }

  /// Reads bytes of the file.
  ///
  /// - Throws: `system` with `EINTR` once the work is to stop, or with the `errno` of the failed call.
  package func read(at offset: UInt64, into output: inout OutputRawSpan) throws(MCAPError) {
    if !mustGoOn, wasStopped || shouldStop() {
      wasStopped = true
      throw MCAPError(.system(EINTR), at: offset, "stopped")
    }
    try source.read(at: offset, into: &output)
  }

  /// Reads something to its end, whatever is wished.
  func withoutStopping(
    _ body: (any MCAPByteSource) throws(MCAPError) -> Void
  ) throws(MCAPError) {
    mustGoOn = true
    defer { mustGoOn = false }
    try body(self)
  }
}
