/// Writes quantities for people: a number of three digits or so, a space, and the unit that fits.
package struct QuantityText: Sendable {
  /// Whether letters beyond ASCII may be used: `µs` rather than `us`.
  let isUnicode: Bool
  /// Whether times from 100 s on are minutes and hours, and no longer seconds.
  let hasMinutes: Bool

  /// Says which letters and units may be used.
  package init(isUnicode: Bool, hasMinutes: Bool = true) {
    self.isUnicode = isUnicode
    self.hasMinutes = hasMinutes
  }

  /// A duration in ns, as `850 ns`, `12.3 µs`, `4.56 ms`, `7.89 s`, `2 min 5 s` or `1 h 2 min`.
  package func duration(nanoseconds: Int64) -> String {
    let size = nanoseconds.magnitude
    let sign = nanoseconds < 0 ? "-" : ""
    if size < 1_000 { return "\(nanoseconds) ns" }
    // The bounds are where three digits would round up into the next unit.
    if size < 999_500 { return "\(sign)\(scaled(size, by: 1e3)) \(isUnicode ? "µs" : "us")" }
    if size < 999_500_000 { return "\(sign)\(scaled(size, by: 1e6)) ms" }
    if size < 99_950_000_000 || !hasMinutes { return "\(sign)\(scaled(size, by: 1e9)) s" }
    let seconds = (size + 500_000_000) / 1_000_000_000
    if seconds < 3_600 { return "\(sign)\(seconds / 60) min \(seconds % 60) s" }
    return "\(sign)\(seconds / 3_600) h \(seconds % 3_600 / 60) min"
  }

  /// Events per second, as `0.00123 events/s`, `950 events/s`, `12.3 k events/s` or `4.56 M events/s`.
  package func rate(_ perSecond: Double, of unit: String) -> String {
    guard perSecond.isFinite else { return "-" }
    if perSecond == 0 { return "0 \(unit)/s" }
    // Below a thousandth, three decimals would be zeros.
    if perSecond > 0, perSecond < 0.0995 {
      var (decimals, scale) = (4, 0.00995)
      while decimals < 9, perSecond < scale { (decimals, scale) = (decimals + 1, scale / 10) }
      return "\(NumberText.fixed(perSecond, decimals: decimals)) \(unit)/s"
    }
    if perSecond < 999.5 { return "\(NumberText.significant(perSecond)) \(unit)/s" }
    if perSecond < 999_500 { return "\(NumberText.significant(perSecond / 1e3)) k \(unit)/s" }
    return "\(NumberText.significant(perSecond / 1e6)) M \(unit)/s"
  }

  /// A size in bytes with decimal prefixes, as `999 B`, `1.23 kB`, `45.6 MB` or `7.89 GB`.
  package func bytes(_ count: Int) -> String {
    let size = count.magnitude
    let sign = count < 0 ? "-" : ""
    if size < 1_000 { return "\(count) B" }
    if size < 999_500 { return "\(sign)\(scaled(size, by: 1e3)) kB" }
    if size < 999_500_000 { return "\(sign)\(scaled(size, by: 1e6)) MB" }
    return "\(sign)\(scaled(size, by: 1e9)) GB"
  }

  private func scaled<Size: BinaryInteger>(_ size: Size, by unit: Double) -> String {
    NumberText.significant(Double(size) / unit)
  }
}
