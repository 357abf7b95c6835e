import KymoRecording

/// Where a table has its times.
struct TimeColumns: Equatable {
  /// The column of the time.
  var time: Int
  /// The unit of its numbers: what the header states or the app usually writes, until the clock of
  /// the file has been decided.
  var unit: TimeUnit
  /// How sure the unit is before the numbers are looked at.
  var basis: Basis
  /// The column of the seconds since the start, if there is one.
  var elapsed: Int?
  /// The column of the dates, if the time is one of day and they stand apart.
  var date: Int?
  /// The first part of those dates, where that can be either.
  var dateOrder = DateColumn.Order.dayFirst
  /// Whether every time of text has a zone; only so for those that have.
  var hasZone = false
  /// The origin that the time counts from, if the app always has it so; else until the clock has
  /// been decided.
  var origin: ClockStatement.Origin
  /// The meaning of a row, if rows are of several sensors.
  var sharing = RowSharing.none
  /// The clocks by which the time becomes one since 1970, if it counts since the phone was switched on.
  var bridge: ClockBridge?
  /// What brings the time to 1970, if it does not count from there and that is known before.
  var move: ClockMove?
  /// The ns that are added to every time, by ``bridge`` or ``move``.
  var offset: Int64 = 0
  /// Whether times of another unit are looked for in every row: those of another size by which a date
  /// would be one of this century.
  var isChecked = false

  /// Where a unit comes from.
  enum Basis: Equatable {
    /// The header states it.
    case header
    /// The app usually writes it so.
    case habit
    /// Nobody says.
    case nothing
  }

  /// Whether times count from somewhere else than 1970.
  var isRelative: Bool { origin != .unix }
}

extension TimeUnit {
  /// Whether it is a time of day, whose day stands elsewhere or is not known.
  var isTimeOfDay: Bool { self == .timeOfDayDigits || self == .timeOfDayMilliseconds }

  /// Reads what a header has in brackets, or behind the last underscore.
  init?(header: String) {
    switch header.lowercased() {
    case "s", "sec", "seconds": self = .seconds
    case "ms", "millis", "millisec", "milliseconds": self = .milliseconds
    case "us", "\u{B5}s", "\u{3BC}s", "micros", "microseconds": self = .microseconds
    case "ns", "nanos", "nanoseconds": self = .nanoseconds
    case "hhmmss": self = .timeOfDayDigits
    case "hhmmsssss": self = .timeOfDayMilliseconds
    case "yyyymmddhhmmss", "yyyymmddhhmmsssss": self = .dateTimeDigits
    case "iso8601", "iso 8601", "iso": self = .iso8601
    default: return nil
    }
  }
}
