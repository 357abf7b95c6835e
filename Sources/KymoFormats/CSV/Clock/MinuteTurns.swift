import KymoRecording

/// How numbers that may all be digits hhmmssSSS pass the end of a minute.
///
/// A count of ms goes through the numbers from 60,000 to 99,999 there; digits of a clock skip them.
struct MinuteTurns {
  /// The numbers read as a clock.
  let digits: ClockDigits
  /// How often two neighbours are of different minutes, and as a clock no farther apart than others.
  let count: Int
  /// Whether the first has an hour, as a count from the start seldom has.
  let mayBeClock: Bool

  /// Why they are a clock if any are skipped.
  static let evidence = "the numbers from 60 to 99 s are skipped at the end of each minute"

  /// Looks at the times of a sample; nil if they are not such digits, but for rows that cannot be read.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of rows.
  init?(_ sample: ClockSample) {
    guard let digits = ClockDigits(sample.times, WallClockDigits.timeOfDayMilliseconds),
      digits.seconds.count > 1
    else { return nil }
    self.digits = digits
    let seconds = digits.seconds
    mayBeClock = (digits.numbers.first { $0.isFinite } ?? 0) >= 10_000_000
    var turns: [Double] = []
    var steps: [Double] = []
    for (before, after) in zip(seconds, seconds.dropFirst()) {
      let step = after - before < -43_200 ? after - before + 86_400 : after - before
      guard step > 0 else { continue }
      if (before / 60).rounded(.down) == (after / 60).rounded(.down) {
        steps.append(step)
      } else {
        turns.append(step)
      }
    }
    steps.sort()
    let usual = steps.isEmpty ? 0 : steps[steps.count / 2]
    count = turns.count { $0 <= max(1, usual * 2.5) }
    // A count goes through the numbers that are no time of day.
    guard count > 0 || digits.othersAreOutliers else { return nil }
  }
}
