/// Lends the bytes of arrays as raw spans.
///
/// SAFETY: the span is used within the call that lends it, and a byte has no padding.
extension [UInt8] {
  func withBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafe span.bytes)
  }
}
