/// Reads eight bytes of a text at once.
///
/// SAFETY: the range of the load is checked against the span before it, the raw bytes of a span of bytes are its
/// elements, and an integer has no invalid bits.
extension Span<UInt8> {
  /// The eight bytes from `offset` on, the first of them lowest; traps if they do not lie within the span.
  @inline(__always) func word(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset <= count &- 8)
    return unsafe UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
    )
  }
}
