/// The unit or the spelling of a column of times.
public enum TimeUnit: String, Sendable, CaseIterable {
  /// Seconds.
  case seconds = "s"
  /// Thousandths of a second.
  case milliseconds = "ms"
  /// Millionths of a second.
  case microseconds = "us"
  /// Billionths of a second.
  case nanoseconds = "ns"
  /// The digits of a date and a time, such as 20240131120000, with or without a fraction; UTC.
  case dateTimeDigits = "datetime"
  /// The digits of a time of day, such as 120000, with or without a fraction.
  case timeOfDayDigits = "time-of-day"
  /// The digits of a time of day with thousandths, such as 093015123 or 93015123 for 09:30:15.123.
  case timeOfDayMilliseconds = "time-of-day-ms"
  /// Text such as 2024-01-31T12:00:00.250+01:00 or 2024-01-31 12:00:00, or a time of day 12:00:00.250.
  case iso8601 = "iso8601"

  /// The unit as a power of ten in ns, 9 for seconds; nil for a wall clock.
  public var scale: Int? {
    switch self {
    case .seconds: 9
    case .milliseconds: 6
    case .microseconds: 3
    case .nanoseconds: 0
    case .dateTimeDigits, .timeOfDayDigits, .timeOfDayMilliseconds, .iso8601: nil
    }
  }

  /// The unit in words.
  public var words: String {
    switch self {
    case .seconds: "s"
    case .milliseconds: "ms"
    case .microseconds: "µs"
    case .nanoseconds: "ns"
    case .dateTimeDigits: "digits of a date and time (YYYYMMDDhhmmss)"
    case .timeOfDayDigits: "digits of a time of day (hhmmss)"
    case .timeOfDayMilliseconds: "digits of a time of day (hhmmssSSS)"
    case .iso8601: "text of ISO 8601"
    }
  }
}
