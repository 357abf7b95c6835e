/// A date and a time of day of the proleptic Gregorian calendar, in a zone that is ahead of UTC by a fixed
/// number of minutes.
///
/// The conversions are those of Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": a year that
/// begins in March has its leap day at the end, and 400 years are always 146,097 days.
struct CivilTime: Sendable, Equatable {
  /// The year; 0 is the one before 1.
  var year: Int64
  /// 1...12.
  var month: Int
  /// 1...31.
  var day: Int
  /// 0...86,399.
  var secondOfDay: Int
  /// How far the zone is ahead of UTC.
  var zoneOffsetMinutes: Int

  /// Seconds of a day.
  static let daySeconds: Int64 = 86_400

  /// The time so many seconds after 1970-01-01T00:00:00Z.
  ///
  /// - Precondition: `seconds` is within ±2⁶², `zoneOffsetMinutes` within ±1,439.
  init(secondsSince1970 seconds: Int64, zoneOffsetMinutes: Int) {
    let local = seconds + Int64(zoneOffsetMinutes) * 60
    let (days, second) = Self.floorDivide(local, by: Self.daySeconds)
    self.init(daysSince1970: days)
    secondOfDay = Int(second)
    self.zoneOffsetMinutes = zoneOffsetMinutes
  }

  /// Midnight UTC of the day so many days after 1970-01-01: `civil_from_days`.
  init(daysSince1970 days: Int64) {
    // Eras of 400 years from 0000-03-01; 719,468 days lie between that and 1970.
    let (era, dayOfEra) = Self.floorDivide(days + 719_468, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153  // 0 is March.
    day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5) + 1
    month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    secondOfDay = 0
    zoneOffsetMinutes = 0
  }

  /// The days from 1970-01-01 to this one, in its own zone: `days_from_civil`.
  var daysSince1970: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = Self.floorDivide(shiftedYear, by: 400)
    let shiftedMonth = Int64(month > 2 ? month - 3 : month + 9)
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + Int64(day) - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The seconds from 1970-01-01T00:00:00Z.
  var secondsSince1970: Int64 {
    daysSince1970 * Self.daySeconds + Int64(secondOfDay) - Int64(zoneOffsetMinutes) * 60
  }

  /// The quotient rounded down, and the remainder, which is not negative.
  static func floorDivide(_ value: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64)
  {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

extension CivilTime: CustomStringConvertible {
  /// What NSDate's description looked like: `2009-07-04 18:30:00 -0600`.
  var description: String {
    let minutes = zoneOffsetMinutes.magnitude
    let date = "\(Self.padded(year.magnitude, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
    let hour = Self.padded(secondOfDay / 3600, 2)
    let time =
      "\(hour):\(Self.padded(secondOfDay / 60 % 60, 2)):\(Self.padded(secondOfDay % 60, 2))"
    let zone = "\(Self.padded(minutes / 60, 2))\(Self.padded(minutes % 60, 2))"
    return "\(year < 0 ? "-" : "")\(date) \(time) \(zoneOffsetMinutes < 0 ? "-" : "+")\(zone)"
  }

  private static func padded(_ value: some BinaryInteger, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
