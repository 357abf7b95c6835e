/// A moment as date and time of day in UTC, without the C library and its locale.
public struct CalendarTime: Sendable, Equatable {
  /// The year, such as 2015.
  public let year: Int64
  /// The month, 1...12.
  public let month: Int
  /// The day of the month, 1...31.
  public let day: Int
  /// The day of the week, 0 for Sunday...6.
  public let weekday: Int
  /// The seconds since midnight, 0...86,399.
  public let secondOfDay: Int

  /// Splits a moment given in ns since 1970-01-01 00:00 UTC; the fraction of the second is dropped.
  public init(nanosecondsSinceEpoch: Int64) {
    let seconds = Self.floor(nanosecondsSinceEpoch, by: 1_000_000_000).quotient
    let (days, rest) = Self.floor(seconds, by: 86_400)
    secondOfDay = Int(rest)
    weekday = Int(Self.floor(days + 4, by: 7).remainder)
    // The era of 400 years that begins on a first of March, so that leap days come last.
    let (era, dayOfEra) = Self.floor(days + 719_468, by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * shifted + 2) / 5 + 1)
    month = Int(shifted < 10 ? shifted + 3 : shifted - 9)
    year = yearOfEra + 400 * era + (month <= 2 ? 1 : 0)
  }

  /// As in ISO 8601 and RFC 3339: `2015-09-09T15:24:39Z`.
  public var iso: String { "\(date)T\(timeOfDay)Z" }

  /// With an offset for those who do not know `Z`: `2015-09-09 15:24:39 +0000`.
  public var spaced: String { "\(date) \(timeOfDay) +0000" }

  /// As `date` in the C locale and Java's `Date` print it: `Wed Sep 09 15:24:39 UTC 2015`.
  public var unix: String {
    let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return "\(weekdays[weekday]) \(months[month - 1]) \(Self.two(day)) \(timeOfDay) UTC \(year)"
  }

  private var date: String { "\(year)-\(Self.two(month))-\(Self.two(day))" }

  private var timeOfDay: String {
    let (hour, rest) = secondOfDay.quotientAndRemainder(dividingBy: 3600)
    return "\(Self.two(hour)):\(Self.two(rest / 60)):\(Self.two(rest % 60))"
  }

  private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

  /// Division that rounds down, so that the remainder is never negative.
  private static func floor(_ value: Int64, by divisor: Int64) -> (
    quotient: Int64, remainder: Int64
  ) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
