import KymoText

/// Writes moments as ISO 8601 in UTC; the date and time of day of one second are made once.
struct ExportDates {
  private var second = Int64.min
  private var text = ""

  /// Appends a moment in ns since 1970, with as much of a fraction as it has: `2026-11-26T10:00:00.25Z`.
  mutating func put(_ time: Int64, into output: ExportText) {
    let (second, rest) = time.dividedDown(by: 1_000_000_000)
    if second != self.second {
      self.second = second
      text = String(CalendarTime(nanosecondsSinceEpoch: time).iso.dropLast())
    }
    output.put(text)
    output.put(fraction: UInt64(rest))
    output.put(UInt8(ascii: "Z"))
  }
}
