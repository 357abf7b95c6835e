/// A sum of whole units, each worth the same ratio of ns, of which no fraction is lost.
///
/// The remainder of a division is kept for the next, so that the sum is that of one division at the
/// end. If the ratio in lowest terms fits into words, which that of a whole rate does, a step is
/// one multiplication and one division of the machine.
struct ExactSum: Sendable {
  private let numerator: UInt64
  private let denominator: UInt64
  /// The ratio if it does not fit into words.
  private let wide: ExactRatio?
  /// The amount that one unit adds.
  private let unit: (whole: Int64, rest: UInt64)
  /// The whole ns; `Int64.max` for more than there are.
  private var whole: Int64 = 0
  private var rest: UInt64 = 0
  private var wideRest: UInt128 = 0

  /// Begins at 0 with units of `ratio` ns.
  init(_ ratio: ExactRatio) {
    let ratio = ratio.inLowestTerms
    if ratio.numerator <= UInt128(UInt64.max), ratio.denominator <= UInt128(Int64.max) {
      numerator = UInt64(ratio.numerator)
      denominator = UInt64(ratio.denominator)
      wide = nil
    } else {
      numerator = 0
      denominator = 1
      wide = ratio
    }
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    unit = (Int64(clamping: quotient), remainder)
  }

  /// The sum in ns, halves rounded up; `Int64.max` if it is that or more.
  var nanoseconds: Int64 {
    let isUp =
      if let wide { wideRest >= wide.denominator - wideRest } else { rest >= denominator - rest }
    return isUp ? adding(1) : whole
  }

  /// Adds one unit.
  ///
  /// - Complexity: without a division.
  mutating func addUnit() {
    guard wide == nil else { return addWide(1) }
    rest += unit.rest
    var more = unit.whole
    if rest >= denominator {
      rest -= denominator
      more = more == .max ? .max : more + 1
    }
    whole = adding(more)
  }

  /// Adds so many units.
  mutating func add(_ units: UInt64) {
    guard wide == nil else { return addWide(UInt128(units)) }
    var product = units.multipliedFullWidth(by: numerator)
    let (low, carry) = product.low.addingReportingOverflow(rest)
    product.low = low
    product.high += carry ? 1 : 0
    guard product.high < denominator else {
      whole = .max
      return
    }
    let (quotient, remainder) = denominator.dividingFullWidth(product)
    rest = remainder
    whole = adding(Int64(clamping: quotient))
  }

  /// Adds more units than go into a word.
  mutating func add(_ units: UInt128) {
    if let units = UInt64(exactly: units) { return add(units) }
    addWide(units)
  }

  private mutating func addWide(_ units: UInt128) {
    let ratio = wide ?? ExactRatio(UInt128(numerator), over: UInt128(denominator))
    var product = units.multipliedFullWidth(by: ratio.numerator)
    let (low, carry) = product.low.addingReportingOverflow(wide == nil ? UInt128(rest) : wideRest)
    product.low = low
    product.high += carry ? 1 : 0
    guard product.high < ratio.denominator else {
      whole = .max
      return
    }
    let (quotient, remainder) =
      product.high == 0
      ? product.low.quotientAndRemainder(dividingBy: ratio.denominator)
      : ratio.denominator.dividingFullWidth(product)
    if wide == nil { rest = UInt64(remainder) } else { wideRest = remainder }
    whole = adding(Int64(clamping: quotient))
  }

  private func adding(_ nanoseconds: Int64) -> Int64 {
    let (sum, overflow) = whole.addingReportingOverflow(nanoseconds)
    return overflow ? .max : sum
  }
}
