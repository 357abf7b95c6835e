extension Decimal64 {
  /// The number times 10^`scale`, rounded to the nearest integer, halves away from 0; nil if it
  /// does not fit.
  ///
  /// With a scale of 9, seconds become ns. No binary fraction is involved: Unix times in ns have 19
  /// digits, more than a `Double` holds.
  func integer(scale: Int) -> Int64? {
    guard mantissa != 0 else { return 0 }
    var magnitude = mantissa
    let power = exponent + scale
    guard power > -20 else { return 0 }
    guard power < 20 else { return nil }
    if power < 0 {
      // All but the last of the digits that go are cut off; the last one rounds.
      magnitude /= Self.integerPowers[-power - 1]
      magnitude = magnitude / 10 + (magnitude % 10 >= 5 ? 1 : 0)
    } else if power > 0 {
      let (product, overflow) = magnitude.multipliedReportingOverflow(
        by: Self.integerPowers[power]
      )
      if overflow { return nil }
      magnitude = product
    }
    guard magnitude <= UInt64(Int64.max) else { return nil }
    return isNegative ? -Int64(magnitude) : Int64(magnitude)
  }
}
