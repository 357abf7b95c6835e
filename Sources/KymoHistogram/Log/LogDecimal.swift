/// The numbers of an interval log: digits, and a point among them at most.
enum LogDecimal {
  private static let second: Int64 = 1_000_000_000

  /// Reads seconds as ns; digits beyond the ninth decimal are dropped.
  ///
  /// - Returns: nil if it is no such number, or 2⁶³ ns or more.
  static func nanoseconds(_ text: ArraySlice<UInt8>) -> Int64? {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard 1...2 ~= parts.count, !parts[0].isEmpty, parts.allSatisfy({ $0.allSatisfy(isDigit) })
    else { return nil }
    let whole = parts[0].drop { $0 == UInt8(ascii: "0") }
    guard whole.count <= 10 else { return nil }
    var fraction = parts.count == 2 ? Array(parts[1].prefix(9)) : []
    fraction += [UInt8](repeating: UInt8(ascii: "0"), count: 9 - fraction.count)
    let (product, overflow) = value(whole).multipliedReportingOverflow(by: second)
    let (sum, sumOverflow) = product.addingReportingOverflow(value(fraction[...]))
    return overflow || sumOverflow ? nil : sum
  }

  /// Reads any such number.
  static func number(_ text: ArraySlice<UInt8>) -> Double? {
    guard let first = text.first, isDigit(first), text.count <= 64 else { return nil }
    guard text.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }) else { return nil }
    return Double(String(decoding: text, as: UTF8.self))
  }

  /// Writes ns as seconds with three decimals, rounded, half up.
  ///
  /// - Precondition: `nanoseconds` is in `0..<2⁶³ - 500,000`.
  static func seconds(_ nanoseconds: Int64) -> String {
    let milliseconds = (nanoseconds + 500_000) / 1_000_000
    let digits = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// The value of at most ten digits.
  private static func value(_ digits: ArraySlice<UInt8>) -> Int64 {
    digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
  }
}
