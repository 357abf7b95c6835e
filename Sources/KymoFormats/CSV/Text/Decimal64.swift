/// A decimal number as it was written: ± mantissa · 10^exponent, with up to 19 digits kept exactly.
///
/// Times become integers of ns from here without passing through a binary fraction, and values
/// become the nearest `Double`.
struct Decimal64: Equatable {
  /// Whether there was a minus sign.
  var isNegative: Bool
  /// The digits without the decimal mark; the first 19 significant ones.
  var mantissa: UInt64
  /// The power of ten.
  var exponent: Int
  /// Whether further digits that are not 0 were cut off.
  var isTruncated: Bool

  /// Zero.
  @inline(__always)
  init() {
    isNegative = false
    mantissa = 0
    exponent = 0
    isTruncated = false
  }

  /// Reads sign, digits with an optional decimal point or comma, and an optional exponent; nil for
  /// anything else.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  @inline(__always)
  init?(span: Span<UInt8>, start: Int, end: Int) {
    var cursor = start
    isNegative = false
    mantissa = 0
    exponent = 0
    isTruncated = false
    guard cursor < end else { return nil }
    if span[cursor] == UInt8(ascii: "-") || span[cursor] == UInt8(ascii: "+") {
      isNegative = span[cursor] == UInt8(ascii: "-")
      cursor += 1
    }
    var hasDigits = false
    var hasPoint = false
    while cursor < end {
      let byte = span[cursor]
      let digit = byte &- UInt8(ascii: "0")
      if digit < 10 {
        hasDigits = true
        if mantissa < 1_000_000_000_000_000_000 {  // Then nineteen digits still fit.
          mantissa = mantissa &* 10 &+ UInt64(digit)
          if hasPoint { exponent -= 1 }
        } else {
          if digit != 0 { isTruncated = true }
          if !hasPoint { exponent += 1 }
        }
      } else if byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") {
        if hasPoint { return nil }
        hasPoint = true
      } else {
        break
      }
      cursor += 1
    }
    guard hasDigits else { return nil }
    guard cursor < end else { return }
    guard span[cursor] | 0x20 == UInt8(ascii: "e") else { return nil }
    cursor += 1
    var isExponentNegative = false
    if cursor < end, span[cursor] == UInt8(ascii: "-") || span[cursor] == UInt8(ascii: "+") {
      isExponentNegative = span[cursor] == UInt8(ascii: "-")
      cursor += 1
    }
    guard cursor < end else { return nil }
    var written = 0
    while cursor < end {
      let digit = span[cursor] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      if written < 100_000 { written = written * 10 + Int(digit) }
      cursor += 1
    }
    exponent += isExponentNegative ? -written : written
  }
}
