/// Which bytes RFC 9110 and 9112 allow where.
///
/// Readers ask for every byte, so all of it can be compiled into them.
public enum HTTPGrammar {
  /// The first byte of a line's end.
  @inlinable public static var carriageReturn: UInt8 { 0x0D }
  /// The last byte of a line's end.
  @inlinable public static var lineFeed: UInt8 { 0x0A }

  /// Whether a byte may stand in a line: no control character but a tab.
  @inlinable @inline(__always)
  public static func isText(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7F || byte == 0x09
  }

  /// Whether a byte is of a token, as names and methods are.
  @inlinable public static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"),
      UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"),
      UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Whether bytes are a token.
  @inlinable public static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { isToken($0) }
  }

  /// Whether a text is a token.
  @inlinable public static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { isToken($0) }
  }

  /// A space or a tab.
  @inlinable public static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Without the blanks around it.
  @inlinable public static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return bytes
  }

  /// Whether two texts are the same but for capitals.
  @inlinable public static func isEqual(
    _ left: some Collection<UInt8>,
    _ right: some Collection<UInt8>
  ) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).allSatisfy { lowered($0) == lowered($1) }
  }

  /// Whether a list, such as that of `Connection`, names a token.
  @inlinable public static func names(_ list: ArraySlice<UInt8>, _ token: StaticString) -> Bool {
    let token = Array("\(token)".utf8)
    return list.split(separator: UInt8(ascii: ",")).contains { isEqual(trimmed($0), token) }
  }

  /// A letter that is not a capital.
  @inlinable public static func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
