/// Bytes of a span, and a span of a string's bytes.
///
/// SAFETY: a byte is a byte at any address, so the memory of a `RawSpan` may be looked at as `UInt8`. The
/// span that `body` gets cannot escape it, and so does not outlive the memory.
extension RawSpan {
  /// Lets `body` look at the bytes one by one.
  @inlinable @inline(__always)
  func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeBytes { (bytes) throws(Failure) in
      try body(unsafe Span(_unsafeBytes: bytes))
    }
  }
}

extension String {
  /// Lets `body` read the string's UTF-8 where it is.
  func withRawUTF8<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafe utf8.span.bytes)
  }

  /// A copy of UTF-8 as a string, which is allocated.
  public init(copying text: RawSpan) {
    self = unsafe text.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
