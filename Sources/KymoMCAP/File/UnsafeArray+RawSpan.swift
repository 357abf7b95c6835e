/// Lends the bytes of arrays as raw spans, and appends raw spans to arrays.
///
/// SAFETY: every pointer is used within the call that lends it, and a byte has no padding that a raw
/// view could expose.
extension [UInt8] {
  /// Lends the bytes.
  ///
  /// - Complexity: O(1).
  @inlinable public func withRawSpan<R: ~Copyable, E: Error>(
    _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    try body(unsafe span.bytes)
  }

  /// Lends some of the bytes; traps if they are not there.
  package func withRawSpan<R: ~Copyable, E: Error>(
    _ range: Range<Int>,
    _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    try body(unsafe span.extracting(range).bytes)
  }

  package mutating func append(copying bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }
}
