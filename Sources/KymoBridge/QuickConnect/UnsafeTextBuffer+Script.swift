/// Text within scripts.
///
/// SAFETY: the bytes come from a span that the caller holds for the time of the call, slices of it are within
/// its bounds, and every write goes through the buffer's checked appends.
extension UnsafeTextBuffer {
  /// Appends bytes of an array.
  mutating func append(_ bytes: [UInt8]) { append(unsafe bytes.span.bytes) }

  /// Appends `text` as the inside of a JavaScript literal in single quotes.
  ///
  /// Backslash, both quotes, LF, CR, FF, U+2028 and U+2029 are escaped, in one pass, so that no escape is
  /// escaped again.
  mutating func append(scriptLiteral text: RawSpan) {
    appendEscaping(text) { byte in
      switch byte {
      case UInt8(ascii: "\\"): #"\\"#
      case UInt8(ascii: "\""): #"\""#
      case UInt8(ascii: "'"): #"\'"#
      case 0x0A: #"\n"#
      case 0x0D: #"\r"#
      case 0x0C: #"\f"#
      default: nil
      }
    }
  }

  /// Appends JSON as a JavaScript expression: U+2028 and U+2029, which end lines there, are escaped.
  mutating func append(scriptExpression json: RawSpan) {
    appendEscaping(json) { _ in nil }
  }

  @inline(__always)
  private mutating func appendEscaping(_ text: RawSpan, _ escape: (UInt8) -> StaticString?) {
    text.withBytes { bytes in
      var start = 0
      var index = 0
      while index < bytes.count {
        var length = 1
        var replacement = escape(bytes[index])
        if bytes[index] == 0xE2, index + 2 < bytes.count, bytes[index + 1] == 0x80,
          bytes[index + 2] | 1 == 0xA9
        {
          replacement = bytes[index + 2] == 0xA8 ? #"\u2028"# : #"\u2029"#
          length = 3
        }
        if let replacement {
          append(unsafe bytes.extracting(start..<index).bytes)
          append(replacement)
          start = index + length
        }
        index += length
      }
      append(unsafe bytes.extracting(start..<bytes.count).bytes)
    }
  }
}
