/// Reads bytes.
///
/// SAFETY: the place is compared with the count before the load, and a byte has no invalid bits.
extension RawSpan {
  /// The byte at a place; traps if there is none.
  func at(_ place: Int) -> UInt8 {
    precondition(place >= 0 && place < byteCount)
    return unsafe unsafeLoad(fromByteOffset: place, as: UInt8.self)
  }
}
