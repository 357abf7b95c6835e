/// Loads integers from arrays of bytes.
///
/// SAFETY: the range is checked against the array before the unaligned load, and the element type
/// is an integer, for which every bit pattern is a value.
extension [UInt8] {
  /// The little-endian integer at a byte offset; traps if it does not lie within the array.
  @inlinable func loadLittleEndian<T: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int,
    as type: T.Type = T.self
  ) -> T {
    precondition(offset >= 0 && offset <= count - MemoryLayout<T>.size)
    return unsafe withUnsafeBytes {
      T(littleEndian: unsafe $0.loadUnaligned(fromByteOffset: offset, as: T.self))
    }
  }
}
