/// The place in the file at which a writer is, and the checksum of everything before it.
final class MCAPOutput {
  private let sink: any MCAPByteSink
  private let keepsChecksum: Bool
  /// Bytes written so far.
  private(set) var position: UInt64 = 0
  /// The checksum of all bytes so far.
  private(set) var checksum = MCAPChecksum()
  /// The first error; nothing is written after it.
  private var failure: MCAPError?

  init(_ sink: any MCAPByteSink, keepsChecksum: Bool) {
    self.sink = sink
    self.keepsChecksum = keepsChecksum
  }

  /// Throws the error that stopped the output, if there was one.
  func check() throws(MCAPError) {
    if let failure { throw failure }
  }

  /// Hands bytes to the sink; their checksum is computed unless it is `known`.
  func write(_ bytes: RawSpan, known: MCAPChecksum? = nil) throws(MCAPError) {
    try check()
    do { try sink.write(bytes) } catch {
      failure = error
      throw error
    }
    position += UInt64(bytes.byteCount)
    guard keepsChecksum else { return }
    if let known {
      checksum.append(known, length: bytes.byteCount)
    } else {
      checksum.update(bytes)
    }
  }

  /// Hands over the content of a buffer and empties it.
  func write(_ buffer: inout UnsafeMCAPBuffer) throws(MCAPError) {
    try buffer.withBytes(0..<buffer.count) { bytes throws(MCAPError) in try write(bytes) }
    buffer.clear()
  }

  /// Waits for the disk.
  func synchronize() throws(MCAPError) {
    try check()
    do { try sink.synchronize() } catch {
      failure = error
      throw error
    }
  }
}
