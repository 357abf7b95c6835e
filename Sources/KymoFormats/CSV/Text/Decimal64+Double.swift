extension Decimal64 {
  /// The nearest `Double`, ties to even, or nil in the rare cases that need more than 64-bit
  /// arithmetic.
  ///
  /// Two cases cover what sensors write. Up to 2⁵³ and 10²², mantissa and power are exact as
  /// `Double` and one correctly rounded operation is the answer. Up to 30 digits behind the decimal
  /// mark, a product of 128 bits has enough exact ones.
  @inline(__always)
  var double: Double? {
    if isTruncated { return nil }
    if mantissa <= 1 << 53, -22...22 ~= exponent {
      let exact = Double(mantissa)
      let magnitude =
        exponent < 0
        ? exact / Self.powers[0 &- exponent] : exact * Self.powers[exponent]
      return signed(magnitude)
    }
    if mantissa == 0 { return signed(0) }
    guard -30...0 ~= exponent else { return nil }
    return signed(Self.product(mantissa, exponent))
  }

  /// A magnitude with the sign of the number, which no processor can foresee, and so without a branch.
  @inline(__always)
  private func signed(_ magnitude: Double) -> Double {
    Double(bitPattern: magnitude.bitPattern | UInt64(isNegative ? 1 : 0) &<< 63)
  }

  private static let powers: InlineArray<23, Double> = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// The powers of ten up to 10¹⁹.
  static let integerPowers: InlineArray<20, UInt64> = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
    1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
    1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]
}
