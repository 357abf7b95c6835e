import Glibc
import KymoMCAP

/// A file that reads no further once the user wants the work to stop.
final class InterruptibleSource: MCAPByteSource {
  private let source: any MCAPByteSource
  private let interrupt: Interrupt
  /// Whether a read was refused.
  private(set) var wasInterrupted = false

  /// Reads a file until `interrupt` is requested.
  init(_ source: any MCAPByteSource, _ interrupt: Interrupt) {
    self.source = source
    self.interrupt = interrupt
  }

  /// Bytes of the whole file.
  var size: UInt64? { source.size }

  /// Reads bytes of the file.
  ///
  /// - Throws: `system` with `EINTR` once the user wants to stop, or with the `errno` of the failed call.
  func read(at offset: UInt64, into output: inout OutputRawSpan) throws(MCAPError) {
    if interrupt.isRequested {
      wasInterrupted = true
      throw MCAPError(.system(EINTR), at: offset, "interrupted")
    }
    try source.read(at: offset, into: &output)
  }
}
