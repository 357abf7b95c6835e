extension Decimal64 {
  /// The nearest `Double`, ties to even, or nil in the rare cases that need more than 64-bit
  /// arithmetic.
  ///
  /// Two cases cover what sensors write. Up to 2⁵³ and 10²², mantissa and power are exact as
  /// `Double` and one correctly rounded operation is the answer. Up to 19 digits behind the decimal
  /// mark, one division of 128 by 64 bits gives 62 or more exact bits and a remainder that says
  /// whether more follow.
  var double: Double? {
    if mantissa == 0 { return isNegative ? -0.0 : 0 }
    if isTruncated { return nil }
    if mantissa <= 1 << 53, -22...22 ~= exponent {
      let exact = Double(mantissa)
      let magnitude =
        exponent < 0 ? exact / Self.powers[-exponent] : exact * Self.powers[exponent]
      return isNegative ? -magnitude : magnitude
    }
    guard -19...0 ~= exponent else { return nil }
    let magnitude = Self.quotient(mantissa, Self.integerPowers[-exponent])
    return isNegative ? -magnitude : magnitude
  }

  /// `mantissa` / `divisor`, correctly rounded, for values from 1 on and divisors up to 10¹⁹.
  private static func quotient(_ mantissa: UInt64, _ divisor: UInt64) -> Double {
    let mantissaShift = mantissa.leadingZeroBitCount
    let divisorShift = divisor.leadingZeroBitCount
    // Both with the top bit set; halved, the dividend's high word is below the divisor.
    let dividend = mantissa << UInt64(mantissaShift)
    let (quotient, remainder) = (divisor << UInt64(divisorShift))
      .dividingFullWidth((dividend >> 1, dividend << 63))
    // The quotient is at least 2^62, so its last bit is far behind the 53 that stay: it may hold
    // "and more".
    let sticky = quotient | (remainder == 0 ? 0 : 1)
    return Double(sticky) * exponentOfTwo(divisorShift - mantissaShift - 63)
  }

  /// 2^`exponent`, for -190...63.
  private static func exponentOfTwo(_ exponent: Int) -> Double {
    Double(bitPattern: UInt64(exponent + 1023) << 52)
  }

  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  private static let integerPowers: [UInt64] = (0...19).map { count in
    (0..<count).reduce(1) { product, _ in product * 10 }
  }
}
