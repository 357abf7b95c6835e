import KymoDeflate

/// SAFETY: the raw bytes of a span of bytes are its elements, with nothing between them.
extension CRC32 {
  /// The checksum of more bytes, after those that gave `checksum`; 0 for none.
  static func update(_ checksum: UInt32, with bytes: Span<UInt8>) -> UInt32 {
    unsafe update(checksum, with: bytes.bytes)
  }
}
