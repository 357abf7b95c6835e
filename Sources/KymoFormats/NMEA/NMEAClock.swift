/// Makes times of day and dates into times, as soon as one sentence has a date.
///
/// Days are counted from that of the first epoch. The first date tells which one that is, and so the epochs before it
/// get theirs, too; from then on a date decides, and midnight where there is none.
struct NMEAClock {
  private var midnights = MidnightCounter()
  /// The day since 1970 from which days are counted; nil if no sentence so far has a date.
  private(set) var firstDay: Int?

  private static let day: Int64 = 86_400_000_000_000

  /// The time of an epoch, in ns after the midnight before the first one.
  mutating func time(_ epoch: NMEAEpoch) -> Int64 {
    let time = midnights.time(epoch.timeOfDay, line: epoch.line)
    guard let date = epoch.date else { return time }
    guard let firstDay else {
      firstDay = date - midnights.days
      return time
    }
    midnights.go(toDay: date - firstDay)
    return Int64(midnights.days) * Self.day + epoch.timeOfDay
  }

  /// The midnight before the first epoch in ns since 1970; 0 if no sentence has a date.
  var start: Int64 { Int64(firstDay ?? 0) * Self.day }
}
