/// Text within scripts.
///
/// SAFETY: reads stay before the count of the bytes that the caller holds for the time of the call, and every
/// write goes through the buffer's checked appends.
extension UnsafeTextBuffer {
  /// Appends bytes of an array.
  mutating func append(_ bytes: [UInt8]) { append(unsafe bytes.span.bytes) }

  /// Appends `text` as the inside of a JavaScript literal in single quotes.
  ///
  /// Backslash, both quotes, LF, CR, FF, U+2028 and U+2029 are escaped, in one pass, so that no escape is
  /// escaped again.
  mutating func append(scriptLiteral text: RawSpan) { appendEscaping(text, isLiteral: true) }

  /// Appends JSON as a JavaScript expression: U+2028 and U+2029, which end lines there, are escaped.
  mutating func append(scriptExpression json: RawSpan) { appendEscaping(json, isLiteral: false) }

  @inline(__always)
  private mutating func appendEscaping(_ text: RawSpan, isLiteral: Bool) {
    unsafe text.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      let end = source.count
      var index = 0
      while index < end {
        unsafe append(start, from: &index, to: end) { word in
          isLiteral ? Self.literalMarks(word) : Self.separatorMarks(word)
        } escaping: {
          isLiteral && Self.isEscapedAsItself($0)
        }
        guard index < end else { break }
        let byte = unsafe start.load(fromByteOffset: index, as: UInt8.self)
        if byte == 0xE2, unsafe Self.isLineSeparator(start + index, end &- index) {
          let last = unsafe start.load(fromByteOffset: index &+ 2, as: UInt8.self)
          append(#"\u202"# as StaticString)
          append(last == 0xA8 ? UInt8(ascii: "8") : UInt8(ascii: "9"))
          index &+= 3
          continue
        }
        if isLiteral, let letter = Self.letter(of: byte) {
          append(UInt8(ascii: "\\"), letter)
        } else {
          append(byte)
        }
        index &+= 1
      }
    }
  }

  /// Marks at least what is escaped in a literal.
  @inline(__always)
  private static func literalMarks(_ word: UInt64) -> UInt64 {
    // Both quotes, and # and &, are 0x27 with these two bits set.
    ByteWord.marks(of: 0x27, in: word | ByteWord.repeating(0x05))
      | ByteWord.marks(of: UInt8(ascii: "\\"), in: word)
      | ByteWord.marks(below: 0x20, in: word)
      | separatorMarks(word)
  }

  /// Marks the first bytes of U+2028 and U+2029, and of others.
  @inline(__always)
  private static func separatorMarks(_ word: UInt64) -> UInt64 {
    ByteWord.marks(of: 0xE2, in: word)
  }

  /// Whether U+2028 or U+2029 stands at the start of `length` bytes, the first of which fits.
  private static func isLineSeparator(_ bytes: UnsafeRawPointer, _ length: Int) -> Bool {
    unsafe length > 2 && bytes.load(fromByteOffset: 1, as: UInt8.self) == 0x80
      && bytes.load(fromByteOffset: 2, as: UInt8.self) | 1 == 0xA9
  }

  /// Whether the escape of a byte is the byte behind a backslash.
  @inline(__always)
  private static func isEscapedAsItself(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "'")
  }

  /// Returns the letter behind the backslash in the escape of a byte; nil if it has none.
  private static func letter(of byte: UInt8) -> UInt8? {
    if isEscapedAsItself(byte) { return byte }
    return switch byte {
    case 0x0A: UInt8(ascii: "n")
    case 0x0D: UInt8(ascii: "r")
    case 0x0C: UInt8(ascii: "f")
    default: nil
    }
  }
}
