import KymoBridge

/// Spans of what tests have at hand.
///
/// SAFETY: the span is used within the call, while the array or the string is held.
extension Array where Element == UInt8 {
  /// Lets `body` read the bytes.
  func asText<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafe span.bytes)
  }
}

extension String {
  /// Lets `body` read the UTF-8.
  func asText<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafe utf8.span.bytes)
  }
}
