/// A positive rational number that scales whole units to ns without losing any.
///
/// Every offset of a plan is one multiplication and one division of whole numbers, from the start
/// of the run and never from the event before: so nothing adds up, however long the run.
struct ExactRatio: Sendable, Equatable {
  var numerator: UInt128
  var denominator: UInt128

  /// `value` as the exact fraction that a `Double` is.
  ///
  /// - Precondition: `value` is normal, positive, and its exponent within ±100.
  init(_ value: Double) {
    precondition(value.isNormal && value > 0 && abs(value.exponent) <= 100)
    let significand = UInt128(value.significandBitPattern | 1 << 52)
    let exponent = Int(value.exponent) - 52
    numerator = exponent > 0 ? significand << exponent : significand
    denominator = exponent < 0 ? 1 << -exponent : 1
  }

  init(_ numerator: UInt128, over denominator: UInt128) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The same number with the smallest parts.
  var inLowestTerms: ExactRatio {
    var (divisor, rest) = (numerator, denominator)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    return ExactRatio(numerator / divisor, over: denominator / divisor)
  }

  /// About this number.
  var approximate: Double { Double(numerator) / Double(denominator) }

  /// `units` times this ratio, halves rounded up; nil above `Int64.max`.
  func scaled(_ units: UInt128) -> Int64? {
    let product = units.multipliedFullWidth(by: numerator)
    guard product.high < denominator else { return nil }
    let (quotient, rest) =
      product.high == 0
      ? product.low.quotientAndRemainder(dividingBy: denominator)
      : denominator.dividingFullWidth(product)
    guard let floor = Int64(exactly: quotient) else { return nil }
    if rest < denominator - rest { return floor }
    return floor == .max ? nil : floor + 1
  }
}
