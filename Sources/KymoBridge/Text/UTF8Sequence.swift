/// Sequences of bytes that are one character in UTF-8.
enum UTF8Sequence {
  /// How many bytes the well-formed sequence at `index` has, from 1 to 4; 0 if there is none.
  ///
  /// Table 3-7 of the Unicode Standard.
  static func length(at index: Int, in bytes: Span<UInt8>) -> Int {
    let first = bytes[index]
    if first < 0x80 { return 1 }
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if first == 0xE0 { second = 0xA0...0xBF }
      if first == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      length = 4
      if first == 0xF0 { second = 0x90...0xBF }
      if first == 0xF4 { second = 0x80...0x8F }
    default: return 0
    }
    guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return 0 }
    for offset in 2..<max(length, 2) where !(0x80...0xBF).contains(bytes[index + offset]) {
      return 0
    }
    return length
  }

  /// Where the first ill-formed sequence begins, or nil.
  static func firstError(in bytes: Span<UInt8>) -> Int? {
    var index = 0
    while index < bytes.count {
      let length = length(at: index, in: bytes)
      if length == 0 { return index }
      index += length
    }
    return nil
  }
}
