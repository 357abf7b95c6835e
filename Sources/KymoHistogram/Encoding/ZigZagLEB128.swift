/// Whole numbers of 1 to 9 bytes: LEB128-64b9B of their zigzag form, as V2 has them.
///
/// Seven bits a byte, low ones first, the eighth tells whether more follow; only the ninth byte
/// carries eight bits, so that 64 bits never take a tenth.
enum ZigZagLEB128 {
  /// The longest number, in bytes.
  static let maximumLength = 9

  /// Appends a number.
  static func append(_ value: Int64, to bytes: inout [UInt8]) {
    var rest = UInt64(bitPattern: (value << 1) ^ (value >> 63))
    for _ in 1..<maximumLength {
      if rest < 0x80 { return bytes.append(UInt8(rest)) }
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Takes the number at the front of `bytes`; nil if they end within it.
  static func pop(from bytes: inout ArraySlice<UInt8>) -> Int64? {
    var value: UInt64 = 0
    for place in 0..<maximumLength {
      guard let byte = bytes.popFirst() else { return nil }
      let isLast = place == maximumLength - 1
      value |= UInt64(isLast ? byte : byte & 0x7F) << UInt64(7 * place)
      if isLast || byte < 0x80 { break }
    }
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }
}
