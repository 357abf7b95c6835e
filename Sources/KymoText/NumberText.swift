/// Writes numbers without locale and without Foundation, always the same on every machine.
public enum NumberText {
  /// A whole number with a comma between thousands: `1,234,567`.
  public static func grouped(_ value: Int) -> String {
    let digits = Array(String(value.magnitude))
    var result = value < 0 ? "-" : ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place).isMultiple(of: 3) { result.append(",") }
      result.append(digit)
    }
    return result
  }

  /// A number with a fixed count of decimals, rounded half away from zero.
  ///
  /// Numbers from 1e15 on are written in their shortest form; non-finite ones as `-`.
  ///
  /// - Precondition: `decimals` is in `0...9`.
  public static func fixed(_ value: Double, decimals: Int, isGrouped: Bool = false) -> String {
    precondition((0...9).contains(decimals), "decimals out of range")
    guard value.isFinite else { return "-" }
    guard abs(value) < 1e15 else { return "\(value)" }
    let whole = abs(value).rounded(.towardZero)
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    var units = Int(whole)
    var fraction = Int(((abs(value) - whole) * Double(scale)).rounded())
    if fraction == scale {
      units += 1
      fraction = 0
    }
    let sign = value < 0 && (units != 0 || fraction != 0) ? "-" : ""
    let unitText = isGrouped ? grouped(units) : String(units)
    guard decimals > 0 else { return sign + unitText }
    let digits = String(fraction)
    let zeros = String(repeating: "0", count: decimals - digits.count)
    return "\(sign)\(unitText).\(zeros)\(digits)"
  }

  /// The shortest text that reads back as `value`; whole numbers without `.0`.
  public static func shortest(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Three significant digits or so: `0.123`, `1.23`, `12.3`, `123`, `1,234`.
  public static func significant(_ value: Double) -> String {
    let size = abs(value)
    let decimals = size < 9.995 ? (size < 0.9995 ? 3 : 2) : (size < 99.95 ? 1 : 0)
    return fixed(value, decimals: decimals, isGrouped: true)
  }
}
