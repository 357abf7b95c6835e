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
    let seconds = nanosecondsSinceEpoch.dividedDown(by: 1_000_000_000).quotient
    let (days, rest) = seconds.dividedDown(by: 86_400)
    let date = CalendarDate(daysSince1970: Int(days))
    secondOfDay = Int(rest)
    weekday = Int((days + 4).dividedDown(by: 7).remainder)
    (year, month, day) = (Int64(date.year), date.month, date.day)
  }

  /// As in ISO 8601 and RFC 3339: `2015-09-09T15:24:39Z`.
  public var iso: String { "\(date)T\(timeOfDay)Z" }

  /// With an offset for those who do not know `Z`: `2015-09-09 15:24:39 +0000`.
  public var spaced: String { "\(date) \(timeOfDay) +0000" }

  /// As `date` in the C locale and Java's `Date` print it: `Wed Sep 09 15:24:39 UTC 2015`.
  public var unix: String {
    "\(Self.weekdays[weekday]) \(Self.months[month - 1]) \(Self.two(day)) \(timeOfDay) UTC \(year)"
  }

  /// As a header of HTTP has it (RFC 9110 5.6.7): `Wed, 09 Sep 2015 15:24:39 GMT`.
  public var http: String {
    "\(Self.weekdays[weekday]), \(Self.two(day)) \(Self.months[month - 1]) \(year) \(timeOfDay) GMT"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private var date: String { "\(year)-\(Self.two(month))-\(Self.two(day))" }

  private var timeOfDay: String {
    let (hour, rest) = secondOfDay.quotientAndRemainder(dividingBy: 3600)
    return "\(Self.two(hour)):\(Self.two(rest / 60)):\(Self.two(rest % 60))"
  }

  private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
