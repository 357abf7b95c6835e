import KymoRecording

extension TimeUnit {
  /// A time of this unit in ns; nil if it is none, is text, or does not fit.
  func nanoseconds(_ decimal: Decimal64) -> Int64? {
    switch self {
    case .dateTimeDigits: WallClockDigits.dateTime(decimal)
    case .timeOfDayDigits: WallClockDigits.timeOfDay(decimal)
    case .timeOfDayMilliseconds: WallClockDigits.timeOfDayMilliseconds(decimal)
    case .iso8601: nil
    default: decimal.integer(scale: scale ?? 0)
    }
  }
}
