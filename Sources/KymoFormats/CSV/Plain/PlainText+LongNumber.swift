extension PlainText {
  /// How many bytes from the start of a long number on are looked at, at most.
  private static let window = 32

  /// A number as sensors have many, with a point among its first eight characters and seven digits around it: ten
  /// digits and an exponent, or 15 to 19 digits; nil for any other, and then `cursor` stays.
  ///
  /// All of its words are looked at without waiting for where the one before ends, as that is known by the form.
  @inline(__always)
  func longNumber(_ bytes: Span<UInt8>, _ cursor: inout Int) -> Decimal64? {
    guard cursor &+ Self.window <= bytes.count else { return nil }
    var number = Decimal64()
    number.isNegative = bytes[cursor] == UInt8(ascii: "-")
    let start = cursor &+ (number.isNegative ? 1 : 0)
    let first = ByteWord.values(bytes.word(at: start))
    let point = ByteWord.others(first)
    guard point != 0, point & (point &- 1) == 0 else { return nil }
    let place = point.trailingZeroBitCount & ~7
    let character = Self.character(first, place)
    guard character == UInt8(ascii: ".") || character == mark else { return nil }
    // What stands before the point moves to its place.
    let before = (point &>> 7) &- 1
    let behind = ~((before &<< 8) | 0xFF)
    let seven = ByteWord.number(((first & before) &<< 8) | (first & behind))
    let decimals = 7 &- (place &>> 3)
    let second = ByteWord.values(bytes.word(at: start &+ 8))
    let rest = ByteWord.others(second)
    if rest & 0xFFFF_FFFF == 0x8000_0000,
      Self.character(second, 24) | 0x20 == UInt8(ascii: "e")
    {
      let three =
        (second & 0xFF) &* 100 &+ ((second &>> 8) & 0xFF) &* 10 &+ ((second &>> 16) & 0xFF)
      number.mantissa = seven &* 1000 &+ three
      guard let (power, length) = Self.exponent(second &>> 32) else { return nil }
      number.exponent = power &- decimals &- 3
      cursor = start &+ 12 &+ length
      return number
    }
    guard rest == 0 else { return nil }
    let third = ByteWord.values(bytes.word(at: start &+ 16))
    let end = ByteWord.others(third)
    let bits = end.trailingZeroBitCount & ~7
    // Up to 19 digits fit.
    guard end != 0, bits <= 32, Self.character(third, bits) | 0x20 != UInt8(ascii: "e") else {
      return nil
    }
    let count = bits &>> 3
    let fifteen = seven &* 100_000_000 &+ ByteWord.number(second)
    // In two steps, since a shift by all 64 bits would be one by none.
    let last = ByteWord.number((third &<< UInt64(56 &- bits)) &<< 8)
    number.mantissa = fifteen &* Decimal64.integerPowers[count] &+ last
    number.exponent = 0 &- decimals &- 8 &- count
    cursor = start &+ 16 &+ count
    return number
  }

  /// The character at a place, in bits, of a word of values.
  @inline(__always)
  private static func character(_ values: UInt64, _ place: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: values &>> UInt64(place)) ^ UInt8(ascii: "0")
  }

  /// An exponent of one or two digits with its sign, if it has one, at the start of a word of four values.
  ///
  /// - Returns: the exponent, and how many characters it has; nil if it is any other.
  @inline(__always)
  private static func exponent(_ values: UInt64) -> (power: Int, length: Int)? {
    let sign = character(values, 0)
    let isNegative = sign == UInt8(ascii: "-")
    let isSigned = isNegative || sign == UInt8(ascii: "+")
    let digits = isSigned ? values &>> 8 : values
    let (first, second) = (digits & 0xFF, (digits &>> 8) & 0xFF)
    guard first < 10 else { return nil }
    var (power, length) = (Int(first), isSigned ? 2 : 1)
    if second < 10 {
      guard (digits &>> 16) & 0xFF >= 10 else { return nil }
      power = power &* 10 &+ Int(second)
      length &+= 1
    }
    return (isNegative ? 0 &- power : power, length)
  }
}
