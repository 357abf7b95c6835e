import KymoCore

extension SplitMix64 {
  /// A multiple of 2⁻⁵³ in (0, 1].
  package mutating func nextUnit() -> Double { Double((next() >> 11) + 1) * 0x1p-53 }

  /// A draw from the exponential distribution of mean 1, in units of 2⁻⁴⁰; below 2⁴⁶.
  mutating func nextExponential() -> UInt64 {
    UInt64((-Self.logarithm(nextUnit()) * 0x1p40).rounded())
  }

  /// The natural logarithm, to about 1e-16, of a normal number above 0.
  ///
  /// It is made of additions, multiplications and divisions alone, which IEEE 754 rounds alike
  /// everywhere; the one of the C library differs from version to version.
  static func logarithm(_ value: Double) -> Double {
    var exponent = Double(value.exponent)
    var significand = value.significand
    if significand > 1.414_213_562_373_095_1 {
      significand *= 0.5
      exponent += 1
    }
    // ln s = 2 artanh f = 2 (f + f³/3 + f⁵/5 + ...); |f| < 0.172, so 11 terms reach 1e-17.
    let f = (significand - 1) / (significand + 1)
    let square = f * f
    var sum = 0.0
    for divisor in stride(from: 21.0, through: 1.0, by: -2.0) { sum = sum * square + 1 / divisor }
    return exponent * 0.693_147_180_559_945_3 + 2 * f * sum
  }
}
