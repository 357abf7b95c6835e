/// What the numbers of a column of times count, or spell out.
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

  /// The unit as a power of ten in ns, 9 for seconds; nil for digits of a wall clock.
  public var scale: Int? {
    switch self {
    case .seconds: 9
    case .milliseconds: 6
    case .microseconds: 3
    case .nanoseconds: 0
    case .dateTimeDigits, .timeOfDayDigits: nil
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
    }
  }
}
