/// Percent escapes of a URL.
package enum PercentEscapes {
  /// The text that they stand for; nil for half an escape, or what is not UTF-8.
  package static func decode(_ text: ArraySlice<UInt8>) -> String? {
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
  package static func encode(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isKept(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a byte stands for itself everywhere in a URL: letters, digits and `-._~` (RFC 3986 2.3).
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Whether `stringByAddingPercentEscapesUsingEncoding:` left a byte as it was: all of ASCII that is visible,
  /// less `` "#%<>[\]^`{|} ``.
  package static func isLeftByCocoa(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !Array("\"#%<>[\\]^`{|}".utf8).contains(byte)
  }
}
