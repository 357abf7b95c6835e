// SAFETY: an offset is checked against the span's count by `unsafeLoad`'s safe sibling below, and every byte is a
// valid value.
extension RawSpan {
  /// A byte; traps if it is not there.
  func byte(_ offset: Int) -> UInt8 {
    precondition(byteOffsets.contains(offset), "there is no such byte")
    return unsafe unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
  }
}
