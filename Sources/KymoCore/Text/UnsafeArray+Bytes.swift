// SAFETY: the span is used within the call that lends it, and a byte has no padding that could be read.
extension [UInt8] {
  /// Lends the bytes.
  func lend<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafe span.bytes)
  }
}
