import KymoText

/// Times that are the digits of a wall clock and no count of anything.
enum WallClockDigits {
  /// The ns since 1970 of digits such as 20240131120000, 20240131120000.25 or 20240131120000250; nil
  /// if they are no date and time between 1970 and 2100.
  static func dateTime(_ decimal: Decimal64) -> Int64? {
    guard !decimal.isNegative, var (digits, fraction) = decimal.parts else { return nil }
    if digits >= 10_000_000_000_000_000 {  // Thousandths without a mark.
      guard fraction == 0 else { return nil }
      fraction = digits % 1000 * 1_000_000
      digits /= 1000
    }
    guard 19_700_101_000_000...21_001_231_235_959 ~= digits,
      let date = CalendarDate(
        year: digits / 10_000_000_000,
        month: digits / 100_000_000 % 100,
        day: digits / 1_000_000 % 100
      ),
      let seconds = seconds(digits % 1_000_000)
    else { return nil }
    return Int64(date.daysSince1970 * 86_400 + seconds) * 1_000_000_000 + Int64(fraction)
  }

  /// The ns since midnight of digits such as 120000 or 90000.25; nil if they are no time of day.
  static func timeOfDay(_ decimal: Decimal64) -> Int64? {
    guard !decimal.isNegative, let (digits, fraction) = decimal.parts, digits <= 235_960,
      let seconds = seconds(digits)
    else { return nil }
    return Int64(seconds) * 1_000_000_000 + Int64(fraction)
  }

  /// The ns since midnight of digits such as 120000250 or 93015123, which is 09:30:15.123; nil if they are
  /// no time of day with thousandths.
  static func timeOfDayMilliseconds(_ decimal: Decimal64) -> Int64? {
    guard !decimal.isNegative, let (digits, fraction) = decimal.parts, fraction == 0,
      digits <= 235_960_999, let seconds = seconds(digits / 1000)
    else { return nil }
    return Int64(seconds) * 1_000_000_000 + Int64(digits % 1000) * 1_000_000
  }

  /// From hhmmss; a leap second is the last one of its minute once more.
  private static func seconds(_ digits: Int) -> Int? {
    let (hour, minute, second) = (digits / 10_000, digits / 100 % 100, digits % 100)
    guard hour < 24, minute < 60, second <= 60 else { return nil }
    return hour * 3600 + minute * 60 + min(second, 59)
  }
}

extension Decimal64 {
  /// The magnitude's whole part, and the rest in billionths; nil if the whole does not fit.
  fileprivate var parts: (whole: Int, billionths: Int)? {
    guard -19...0 ~= exponent else { return nil }
    var divisor: UInt64 = 1
    for _ in 0..<(-exponent) { divisor *= 10 }
    guard let whole = Int(exactly: mantissa / divisor) else { return nil }
    var rest = mantissa % divisor
    var billionths = 0
    for _ in 0..<9 {
      if divisor > 1 { divisor /= 10 }
      billionths = billionths * 10 + Int(rest / divisor)
      rest %= divisor
    }
    return (whole, billionths)
  }
}
