// SAFETY: the bytes of a text may be looked at as bytes: they are initialised, and any byte is a valid one.

extension String {
  /// Lets `body` read the UTF-8.
  func withRawText<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafe utf8.span.bytes)
  }
}
