extension String {
  /// Lends the UTF-8 of the string.
  ///
  /// SAFETY: the span is used within the call that lends it.
  mutating func withUTF8Text<Result>(_ body: (RawSpan) -> Result) -> Result {
    withUTF8 { body(unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer($0))) }
  }
}
