/// Base64 with the standard alphabet and padding (RFC 4648), as interval logs have it.
public enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )
  private static let padding = UInt8(ascii: "=")

  /// The value of every letter; 0xFF for what is none.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()

  /// Writes bytes as text.
  ///
  /// - Complexity: O(bytes).
  public static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var rest = bytes[...]
    while !rest.isEmpty {
      let group = rest.prefix(3)
      rest = rest.dropFirst(3)
      var word: UInt32 = 0
      for place in 0..<3 {
        let byte = place < group.count ? group[group.startIndex + place] : 0
        word = word << 8 | UInt32(byte)
      }
      for place in 0..<4 {
        let value = word >> UInt32(18 - 6 * place) & 0x3F
        text.append(place <= group.count ? alphabet[Int(value)] : padding)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads text.
  ///
  /// - Returns: the bytes; nil if a letter is foreign, the padding is missing, or bits are left over
  ///   that are not 0, so that every text has one meaning and every meaning one text.
  /// - Complexity: O(letters).
  public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count.isMultiple(of: 4) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var word: UInt32 = 0
    var filled = 0
    var padded = 0
    for letter in text {
      let value = values[Int(letter)]
      if letter == padding, filled >= 2 {
        padded += 1
      } else if value == 0xFF || padded > 0 {
        return nil
      }
      word = word << 6 | UInt32(value & 0x3F & (letter == padding ? 0 : 0xFF))
      filled += 1
      guard filled == 4 else { continue }
      let group = [UInt8(word >> 16 & 0xFF), UInt8(word >> 8 & 0xFF), UInt8(word & 0xFF)]
      guard group.suffix(padded).allSatisfy({ $0 == 0 }) else { return nil }
      bytes += group.dropLast(padded)
      word = 0
      filled = 0
    }
    return bytes
  }
}
