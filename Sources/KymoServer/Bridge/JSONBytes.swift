/// JSON strings as bytes.
enum JSONBytes {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Appends UTF-8 as a JSON string; what is not UTF-8 must not come.
  static func append(_ text: RawSpan, to json: inout [UInt8]) {
    json.append(UInt8(ascii: "\""))
    for index in text.byteOffsets {
      let byte = text.byte(index)
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        json.append(UInt8(ascii: "\\"))
        json.append(byte)
      case 0..<0x20:
        json += [UInt8(ascii: "\\"), UInt8(ascii: "u"), 0x30, 0x30]
        json += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: json.append(byte)
      }
    }
    json.append(UInt8(ascii: "\""))
  }
}
