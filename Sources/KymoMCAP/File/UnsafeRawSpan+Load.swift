/// Loads numbers from borrowed bytes.
///
/// SAFETY: the range is checked against the span before the unaligned load, and the types are integers, for
/// which every bit pattern is a value.
extension RawSpan {
  /// The little-endian integer at a byte; traps if it does not lie within the span.
  ///
  /// - Complexity: O(1).
  @inlinable public func load<T: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int,
    as type: T.Type = T.self
  ) -> T {
    precondition(offset >= 0 && offset <= byteCount &- MemoryLayout<T>.size)
    return unsafe T(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: T.self))
  }

  /// The little-endian double at a byte; traps if it does not lie within the span.
  ///
  /// - Complexity: O(1).
  @inlinable public func loadDouble(at offset: Int) -> Double {
    Double(bitPattern: load(at: offset))
  }
}
