import KymoText

/// A date and a time of day of the proleptic Gregorian calendar, in a zone that is ahead of UTC by a fixed
/// number of minutes.
struct CivilTime: Sendable, Equatable {
  /// The day, in its own zone.
  private(set) var date: CalendarDate
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
    let (days, second) = local.dividedDown(by: Self.daySeconds)
    self.init(daysSince1970: days)
    secondOfDay = Int(second)
    self.zoneOffsetMinutes = zoneOffsetMinutes
  }

  /// Midnight UTC of the day so many days after 1970-01-01.
  init(daysSince1970 days: Int64) {
    date = CalendarDate(daysSince1970: Int(days))
    secondOfDay = 0
    zoneOffsetMinutes = 0
  }

  /// The days from 1970-01-01 to this one, in its own zone.
  var daysSince1970: Int64 { Int64(date.daysSince1970) }

  /// The seconds from 1970-01-01T00:00:00Z.
  var secondsSince1970: Int64 {
    daysSince1970 * Self.daySeconds + Int64(secondOfDay) - Int64(zoneOffsetMinutes) * 60
  }
}

extension CivilTime: CustomStringConvertible {
  /// The time in the form of NSDate's description: `2009-07-04 18:30:00 -0600`.
  var description: String {
    let minutes = zoneOffsetMinutes.magnitude
    let year = Self.padded(date.year.magnitude, 4)
    let day = "\(year)-\(Self.padded(date.month, 2))-\(Self.padded(date.day, 2))"
    let hour = Self.padded(secondOfDay / 3600, 2)
    let time =
      "\(hour):\(Self.padded(secondOfDay / 60 % 60, 2)):\(Self.padded(secondOfDay % 60, 2))"
    let zone = "\(Self.padded(minutes / 60, 2))\(Self.padded(minutes % 60, 2))"
    return "\(date.year < 0 ? "-" : "")\(day) \(time) \(zoneOffsetMinutes < 0 ? "-" : "+")\(zone)"
  }

  private static func padded(_ value: some BinaryInteger, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
