/// Percent escapes of a URL (RFC 3986 2.1), where nothing is hot: each call allocates.
///
/// The decoding of a bridge on its way has a loop of its own, over memory of its own; see
/// `CallDecoder`.
public enum PercentEscapes {
  /// The text that they stand for; nil for half an escape, or what is not UTF-8.
  ///
  /// A plus stands for itself.
  public static func decode(_ text: ArraySlice<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      guard text[index] == UInt8(ascii: "%") else {
        bytes.append(text[index])
        index += 1
        continue
      }
      guard index + 2 < text.endIndex,
        let byte = HexDigit.value(of: text[index + 1], text[index + 2])
      else { return nil }
      bytes.append(byte)
      index += 3
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The text with every byte of its UTF-8 escaped that `isKept` does not keep.
  public static func encode(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
    String(decoding: escaped(text.utf8, isKept), as: UTF8.self)
  }

  /// Bytes of any text with every one escaped that `isKept` does not keep.
  public static func encode(_ bytes: [UInt8], keeping isKept: (UInt8) -> Bool) -> [UInt8] {
    escaped(bytes, isKept)
  }

  private static func escaped(_ bytes: some Sequence<UInt8>, _ isKept: (UInt8) -> Bool) -> [UInt8] {
    var escaped: [UInt8] = []
    for byte in bytes {
      if isKept(byte) {
        escaped.append(byte)
      } else {
        escaped.append(UInt8(ascii: "%"))
        escaped.append(HexDigit.capitals[Int(byte >> 4)])
        escaped.append(HexDigit.capitals[Int(byte & 15)])
      }
    }
    return escaped
  }

  /// Whether an escape stands at a place.
  public static func isEscape(_ bytes: [UInt8], at place: Int) -> Bool {
    place + 2 < bytes.count && bytes[place] == UInt8(ascii: "%")
      && HexDigit.value(of: bytes[place + 1], bytes[place + 2]) != nil
  }

  // MARK: What is kept

  /// Whether a byte stands for itself everywhere in a URL: letters, digits and `-._~` (RFC 3986 2.3).
  @inlinable public static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Whether `encodeURIComponent` keeps a byte: what is unreserved, and `!*'()` (ECMA-262, 19.2.6.4).
  @inlinable public static func isComponent(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "*"), UInt8(ascii: "'"), UInt8(ascii: "("),
      UInt8(ascii: ")"):
      true
    default: isUnreserved(byte)
    }
  }

  /// Whether a byte can stand in the first line of a request as it is: all of ASCII that is visible.
  @inlinable public static func isVisible(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }

  /// Whether `stringByAddingPercentEscapesUsingEncoding:` left a byte as it was: all of ASCII that is visible,
  /// less the quotation mark, the backquote and `#%<>[\]^{|}`.
  public static func isLeftByCocoa(_ byte: UInt8) -> Bool {
    isVisible(byte) && !"\"#%<>[\\]^`{|}".utf8.contains(byte)
  }
}
