import KymoBench
import KymoText

/// Quantities as the report writes them.
enum QuantityLabel {
  /// The mark where there is no value.
  static let missing = "\u{2013}"
  private static let quantity = QuantityText(isUnicode: true, hasMinutes: false)

  /// A time in ns with three digits and the unit that fits: `850 ns`, `12.3 µs`, `4.56 ms`.
  static func time(_ nanoseconds: Int64) -> String { quantity.duration(nanoseconds: nanoseconds) }

  /// A time, or a dash.
  static func time(_ nanoseconds: Int64?) -> String { nanoseconds.map(time) ?? missing }

  /// The label of an axis at 1, 2 or 5 times a power of ten, in ns: `200 µs`.
  static func tick(_ nanoseconds: Double) -> String {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")]
    let unit = units.first { nanoseconds >= $0.0 * 0.999 } ?? (1, "ns")
    return "\(number((nanoseconds / unit.0).rounded())) \(unit.1)"
  }

  /// A rate in events/s.
  static func rate(_ perSecond: Double) -> String {
    guard perSecond > 0 else { return missing }
    let decimals = perSecond < 1 ? 4 : perSecond < 1000 ? 1 : 0
    return "\(NumberText.fixed(perSecond, decimals: decimals, isGrouped: true)) events/s"
  }

  /// The label of an axis at 1, 2 or 5 times a power of ten, in events/s: `200 k`.
  static func rateTick(_ perSecond: Double) -> String {
    let units = [(1e9, " G"), (1e6, " M"), (1e3, " k")]
    let unit = units.first { perSecond >= $0.0 * 0.999 } ?? (1, "")
    return "\(number((perSecond / unit.0).rounded()))\(unit.1)"
  }

  /// A whole number with separators.
  static func number(_ value: Double) -> String {
    NumberText.fixed(value, decimals: 0, isGrouped: true)
  }

  /// A whole number with separators.
  static func count(_ value: Int64) -> String { NumberText.grouped(Int(value)) }

  /// A ratio with three digits or so: `1.04×`.
  static func ratio(_ value: Double) -> String { "\(NumberText.significant(value))×" }

  /// A percentile by its number of nines: `90`, `99.9`.
  static func percentile(nines: Int) -> String {
    switch nines {
    case ...0: "0"
    case 1: "90"
    case 2: "99"
    default: "99." + String(repeating: "9", count: nines - 2)
    }
  }
}
