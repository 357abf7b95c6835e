/// Makes times of day that pass midnight into times since the midnight before the first of them.
struct MidnightCounter {
  /// How often midnight was passed, on the whole.
  private(set) var days = 0
  /// The line behind the first midnight; nil if there was none.
  private(set) var firstLine: Int?
  private var last: Int64?
  private var firstDay: Int?

  /// The time of a row in ns since 1970, by its time of day and the day that stands beside it.
  ///
  /// A day that stays what it is in the first row is that of the start, and midnight is passed as without.
  mutating func time(_ timeOfDay: Int64, ofDay day: Int, line: Int) -> Int64 {
    let first = firstDay ?? day
    firstDay = first
    if day == first { return Int64(first) * Self.day + time(timeOfDay, line: line) }
    last = timeOfDay
    return Int64(day) * Self.day + timeOfDay
  }

  /// Goes to a day that is known, counted from that of the first row.
  mutating func go(toDay day: Int) { days = day }

  private static let hour: Int64 = 3_600_000_000_000
  private static let day = 24 * hour

  /// The time of a row in ns, by its time of day.
  ///
  /// A step back of more than 12 h is the next day. A row from the last hour of a day behind one from the
  /// first hour of the next is late.
  mutating func time(_ timeOfDay: Int64, line: Int) -> Int64 {
    defer { last = timeOfDay }
    let step = timeOfDay - (last ?? timeOfDay)
    if step < -12 * Self.hour {
      days += 1
      firstLine = firstLine ?? line
    } else if step > 23 * Self.hour, days > 0 {
      days -= 1
    }
    return Int64(days) * Self.day + timeOfDay
  }
}
