/// Arithmetic on eight characters in one word, the first of them in the lowest byte.
enum ByteWord {
  private static let zeros: UInt64 = 0x3030_3030_3030_3030
  private static let lowBits: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
  private static let highBits: UInt64 = 0x8080_8080_8080_8080
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// The characters less `0`: digits become their values.
  @inline(__always) static func values(_ text: UInt64) -> UInt64 { text ^ zeros }

  /// The highest bit of every byte that is no digit.
  @inline(__always) static func others(_ values: UInt64) -> UInt64 {
    (((values & lowBits) &+ 0x7676_7676_7676_7676) | values) & highBits
  }

  /// The number that eight digits make.
  @inline(__always) static func number(_ values: UInt64) -> UInt64 {
    let pairs = (values &* 10) &+ (values &>> 8)
    let mask: UInt64 = 0x0000_00FF_0000_00FF
    let upper = (pairs & mask) &* 0x000F_4240_0000_0064
    let lower = ((pairs &>> 16) & mask) &* 0x0000_2710_0000_0001
    return (upper &+ lower) &>> 32
  }

  /// A word of eight times the same character.
  @inline(__always) static func repeated(_ byte: UInt8) -> UInt64 { UInt64(byte) &* ones }

  /// The highest bit of every byte that is `byte`, up to the first of them exactly.
  @inline(__always) static func matches(_ text: UInt64, _ pattern: UInt64) -> UInt64 {
    let difference = text ^ pattern
    return (difference &- ones) & ~difference & highBits
  }
}
