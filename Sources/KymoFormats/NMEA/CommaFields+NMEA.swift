import KymoText

/// The fields of a sentence of NMEA 0183.
extension CommaFields {
  /// The ns after midnight of a text such as `120000.25`; nil if it is no time.
  ///
  /// A leap second is the last one of its minute once more.
  func timeOfDay(_ index: Int, _ bytes: Span<UInt8>) -> Int64? {
    let range = self[index]
    guard range.count >= 6, let digits = Self.digits(bytes, range.lowerBound, 6) else { return nil }
    let (hour, minute, second) = (digits / 10_000, digits / 100 % 100, digits % 100)
    guard hour < 24, minute < 60, second <= 60 else { return nil }
    var (unit, fraction) = (Int64(1_000_000_000), Int64(0))
    var place = range.lowerBound &+ 6
    if place < range.upperBound {
      guard bytes[place] == UInt8(ascii: ".") else { return nil }
      place &+= 1
      while place < range.upperBound {
        let digit = bytes[place] &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        unit /= 10
        fraction &+= Int64(digit) &* unit
        place &+= 1
      }
    }
    return Int64(hour &* 3600 &+ minute &* 60 &+ min(second, 59)) &* 1_000_000_000 &+ fraction
  }

  /// The day since 1970 of `ddmmyy`, of 1980 to 2079; nil if there is no such day.
  func shortDate(_ index: Int, _ bytes: Span<UInt8>) -> Int? {
    let range = self[index]
    guard range.count == 6, let digits = Self.digits(bytes, range.lowerBound, 6) else { return nil }
    let year = digits % 100
    return CalendarDate(
      year: year < 80 ? 2000 + year : 1900 + year,
      month: digits / 100 % 100,
      day: digits / 10_000
    )?.daysSince1970
  }

  /// The day since 1970 of three fields, day, month and year; nil if there is no such day.
  func longDate(_ index: Int, _ bytes: Span<UInt8>) -> Int? {
    let (day, month, year) = (self[index], self[index + 1], self[index + 2])
    guard day.count == 2, month.count == 2, year.count == 4,
      let dayOfMonth = Self.digits(bytes, day.lowerBound, 2),
      let monthOfYear = Self.digits(bytes, month.lowerBound, 2),
      let number = Self.digits(bytes, year.lowerBound, 4), 1980...2099 ~= number
    else { return nil }
    return CalendarDate(year: number, month: monthOfYear, day: dayOfMonth)?.daysSince1970
  }

  /// The degrees of `dddmm.mmmm` and the hemisphere in the next field: the `Double` that is nearest to what is written,
  /// up to 11 digits of a minute; nil if it is no angle.
  func degrees(_ index: Int, _ bytes: Span<UInt8>, negative: UInt8, positive: UInt8) -> Double? {
    let range = self[index]
    var (whole, count, place) = (0, 0, range.lowerBound)
    while place < range.upperBound {
      let digit = bytes[place] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      whole = whole &* 10 &+ Int(digit)
      count &+= 1
      guard count < 6 else { return nil }
      place &+= 1
    }
    var (numerator, scale) = (whole / 100 &* 60 &+ whole % 100, 1)
    guard count > 0, whole % 100 < 60 else { return nil }
    if place < range.upperBound {
      guard bytes[place] == UInt8(ascii: ".") else { return nil }
      place &+= 1
      while place < range.upperBound {
        let digit = bytes[place] &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        place &+= 1
        guard scale < 100_000_000_000 else { continue }
        numerator = numerator &* 10 &+ Int(digit)
        scale &*= 10
      }
    }
    let value = Double(numerator) / Double(60 &* scale)
    switch first(index &+ 1, bytes) {
    case negative: return -value
    case positive: return value
    default: return nil
    }
  }

  private static func digits(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> Int? {
    var value = 0
    for place in start..<start &+ count {
      let digit = bytes[place] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int(digit)
    }
    return value
  }
}
