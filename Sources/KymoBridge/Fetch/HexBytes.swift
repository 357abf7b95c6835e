import KymoHTTP

/// Bytes as hexadecimal digits, two for each: how they travel where only text can.
package enum HexBytes {
  /// The bytes; nil for an odd number of digits, or anything else.
  package static func decode(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = HexDigit.value(of: digits[index], digits[index + 1]) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  /// The digits, in small letters.
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
      as: UTF8.self
    )
  }
}
