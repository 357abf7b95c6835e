@testable import KymoMCAP

/// Bytes that can only be read from front to back, a few at a time, as from a pipe.
final class MCAPUnsizedSource: MCAPByteSource {
  private let source: MCAPMemorySource
  private var position: UInt64 = 0

  init(_ bytes: [UInt8]) { source = MCAPMemorySource(bytes) }

  var size: UInt64? { nil }

  func read(at offset: UInt64, into output: inout OutputRawSpan) throws(MCAPError) {
    precondition(offset == position, "read out of order")
    let before = output.byteCount
    try source.read(at: offset, into: &output)
    position += UInt64(output.byteCount - before)
  }
}
