/// A moment as ISO 8601 writes it: `2026-11-22T11:30:00.123+01:00`, with a space in place of the `T`,
/// without the fraction or the zone, or a time of day alone.
package struct ISOTime: Equatable {
  /// The day; nil for a time of day alone.
  package let date: CalendarDate?
  /// How many ns after midnight it is; a leap second is the last one of its minute once more.
  package let nanosecondOfDay: Int64
  /// How far its zone is east of UTC, in minutes; nil if it does not say.
  package let zoneMinutes: Int?

  /// The ns since 1970 UTC, of the day 0 if there is none; nil if it does not fit.
  ///
  /// Without a zone it is taken as UTC.
  package var nanosecondsSinceEpoch: Int64? {
    let seconds = Int64((date?.daysSince1970 ?? 0) * 86_400 - (zoneMinutes ?? 0) * 60)
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carry) = product.addingReportingOverflow(nanosecondOfDay)
    return overflow || carry ? nil : sum
  }

  /// Reads the whole of a text that has a date; nil for anything else.
  package init?(dated text: String) {
    let bytes = Array(text.utf8)
    guard let time = ISOTime(span: bytes.span, start: 0, end: bytes.count), time.date != nil else {
      return nil
    }
    self = time
  }

  /// Reads the bytes from `start` to `end`, with no white space around them; nil for anything else.
  ///
  /// A part finer than a ns is cut off.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package init?(span: Span<UInt8>, start: Int, end: Int) {
    var cursor = start
    func skip(_ byte: UInt8) -> Bool {
      guard cursor < end, span[cursor] == byte else { return false }
      cursor += 1
      return true
    }
    func number(_ digits: Int, _ range: ClosedRange<Int>) -> Int? {
      guard end - cursor >= digits else { return nil }
      var value = 0
      for place in cursor..<cursor + digits {
        guard Self.digits ~= span[place] else { return nil }
        value = value * 10 + Int(span[place] - Self.digits.lowerBound)
      }
      cursor += digits
      return range ~= value ? value : nil
    }
    guard end > start + 5 else { return nil }
    if span[start + 2] == UInt8(ascii: ":") {
      date = nil
    } else {
      guard let year = number(4, 1...9999), skip(UInt8(ascii: "-")), let month = number(2, 1...12),
        skip(UInt8(ascii: "-")), let day = number(2, 1...31),
        let date = CalendarDate(year: year, month: month, day: day),
        skip(UInt8(ascii: "T")) || skip(UInt8(ascii: "t")) || skip(UInt8(ascii: " "))
      else { return nil }
      self.date = date
    }
    guard let hour = number(2, 0...23), skip(UInt8(ascii: ":")), let minute = number(2, 0...59),
      skip(UInt8(ascii: ":")), let second = number(2, 0...60)
    else { return nil }
    var (fraction, unit) = (Int64(0), Int64(1_000_000_000))
    if skip(UInt8(ascii: ".")) || skip(UInt8(ascii: ",")) {
      let first = cursor
      while cursor < end, Self.digits ~= span[cursor] {
        unit /= 10
        fraction += Int64(span[cursor] - Self.digits.lowerBound) * unit
        cursor += 1
      }
      guard cursor > first else { return nil }
    }
    nanosecondOfDay =
      Int64(hour * 3600 + minute * 60 + min(second, 59)) * 1_000_000_000 + fraction
    if cursor == end {
      zoneMinutes = nil
      return
    }
    if skip(UInt8(ascii: "Z")) || skip(UInt8(ascii: "z")) {
      zoneMinutes = 0
    } else {
      _ = skip(UInt8(ascii: " "))
      let isEast = skip(UInt8(ascii: "+"))
      guard isEast || skip(UInt8(ascii: "-")), let hours = number(2, 0...23) else { return nil }
      _ = skip(UInt8(ascii: ":"))
      guard let minutes = cursor == end ? 0 : number(2, 0...59) else { return nil }
      zoneMinutes = (isEast ? 1 : -1) * (60 * hours + minutes)
    }
    guard cursor == end else { return nil }
  }

  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
}
