extension NumberText {
  /// A number with a fixed count of decimals, as `printf("%.*f")` writes it.
  ///
  /// The exact value is rounded, a tie to the even digit: what formats demand that other tools read
  /// or compare. From 2⁶² on a number is written in its shortest form, as are non-finite ones.
  ///
  /// - Precondition: `decimals` is in `0...18`.
  public static func exact(_ value: Double, decimals: Int) -> String {
    precondition(0...18 ~= decimals, "decimals out of range")
    guard value.magnitude < 0x1p62 else { return shortest(value) }
    var scale: UInt128 = 1
    for _ in 0..<decimals { scale *= 10 }
    let units = rounded(value.magnitude, times: scale)
    let whole = String(UInt64(units / scale))
    let sign = value.sign == .minus ? "-" : ""
    guard decimals > 0 else { return sign + whole }
    let digits = String(UInt64(units % scale))
    return sign + whole + "." + String(repeating: "0", count: decimals - digits.count) + digits
  }

  /// A fraction of two whole numbers is exact here: the significand times `scale` over a power of 2.
  private static func rounded(_ value: Double, times scale: UInt128) -> UInt128 {
    guard value > 0 else { return 0 }
    // value = significand / 2^52 · 2^exponent, and scale < 2^60: the product fits in 113 bits.
    let isNormal = value.isNormal
    let significand = UInt128(value.significandBitPattern) + (isNormal ? 1 << 52 : 0)
    let shift = 52 - (isNormal ? Int(value.exponent) : -1022)
    let product = significand * scale
    if shift <= 0 { return product << UInt128(-shift) }
    guard shift < 120 else { return 0 }  // Below half a unit, whatever the scale.
    let quotient = product >> UInt128(shift)
    let rest = product & ((1 << UInt128(shift)) - 1)
    let half: UInt128 = 1 << UInt128(shift - 1)
    return rest > half || rest == half && quotient & 1 == 1 ? quotient + 1 : quotient
  }
}
