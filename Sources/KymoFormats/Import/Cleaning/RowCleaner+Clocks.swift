import KymoRecording

extension RowCleaner {
  /// How much farther apart two rows are by their time than by the seconds since the start, in ns; nil if
  /// these are not known of both, or are of before the start.
  static func clocksApart(_ before: Row, _ row: Row) -> Int64? {
    guard let first = before.elapsed, let second = row.elapsed, first >= 0, second >= 0 else {
      return nil
    }
    return row.timestamp - before.timestamp - (second - first)
  }

  /// The rows before which the clock leaps while the seconds since the start go on.
  private var clockLeaps: [Int] {
    var finder = ClockLeapFinder()
    for row in rows { finder.see(timestamp: row.timestamp, elapsed: row.elapsed) }
    finder.end()
    return finder.leaps.map(\.row)
  }

  /// The first row that is older than the one before, or whose two clocks tell of different times.
  private func firstDisturbance(_ leaps: [Int]) -> Int? {
    let first = rows.indices.dropFirst().first { index in
      let (before, row) = (rows[index - 1], rows[index])
      return row.timestamp < before.timestamp
        || abs(Self.clocksApart(before, row) ?? 0) > Self.second
    }
    guard let leap = leaps.first else { return first }
    return min(leap, first ?? leap)
  }

  /// Moves what follows where the clock of the phone was set: behind what was there if it was set back,
  /// and to where the seconds since the start are if those go on.
  ///
  /// Where the two clocks differ otherwise the time is kept, and that is told.
  ///
  /// - Throws: ``ImportError/repairRefused(_:)`` in strict mode.
  mutating func undoClockJumps(_ log: inout ImportLog) throws(ImportError) {
    let clockLeaps = clockLeaps
    guard let first = firstDisturbance(clockLeaps) else { return }
    let leaps = Set(clockLeaps)
    let usual = usualStep
    let limit = Self.second + elapsedResolution
    var shift: Int64 = 0
    // No clock is set so more often in a recording, and each looks at all rows behind it.
    var hours = 0
    // By how much rows are ahead that are believed, and before long are no more.
    var excursion: Int64 = 0
    for index in first..<rows.count {
      // Rows behind `index` are still as in the file, the one before it is shifted already.
      let before = rows[index - 1]
      let line = rows[index].line
      let step = rows[index].timestamp + shift - before.timestamp
      let apart = Self.clocksApart(before, rows[index]).map { $0 + shift }
      let lasts = lastingOffset(at: index, by: apart ?? 0)
      var correction: Int64 = 0
      if excursion > 0, let apart, abs(apart + excursion) < excursion / 4 {
        excursion = 0
        try log.repair(.clocksDiffer, file: file, line: line)
      } else if step < 0 {
        correction = correctionOfStepBack(at: index, step, shift: shift, usual: usual, lasts)
        if correction != 0 {
          try log.repair(.clockJump, file: file, line: line)
        } else if hours < 4, let passed = stepAcrossHour(at: index, step, usual: usual) {
          correction = passed - step
          hours += 1
          try log.repair(.clockJump, file: file, line: line, explanation: Self.hourBack)
        }
      } else if let apart, leaps.contains(index), abs(apart) >= ClockLeapFinder.limit,
        Self.mayShift(by: -apart, after: shift)
      {
        correction = -apart
        try log.repair(apart > 0 ? .clockAhead : .clockJump, file: file, line: line)
      } else if let apart, abs(apart) > limit {
        if lasts, Self.isHalfHours(apart), Self.mayShift(by: -apart, after: shift) {
          correction = -apart
          try log.repair(.clockAhead, file: file, line: line)
        } else {
          if !lasts { excursion = max(0, apart) }
          try log.repair(.clocksDiffer, file: file, line: line)
        }
      }
      shift += correction
      if shift != 0 { rows[index].shift(by: shift) }
    }
  }

  /// Whether the sum of all corrections stays within ``largestShift`` with one more.
  private static func mayShift(by correction: Int64, after shift: Int64) -> Bool {
    correction.magnitude <= largestShift.magnitude && abs(shift + correction) <= largestShift
  }

  /// How far a row and those behind it have to be moved, whose time is `step` from the one before; 0 if
  /// they are only out of order.
  private func correctionOfStepBack(
    at index: Int,
    _ step: Int64,
    shift: Int64,
    usual: Int64,
    _ lasts: Bool
  ) -> Int64 {
    var correct: Int64?
    if step < -Self.second {
      correct = stepAcrossClockJump(at: index, shift: shift, usual: usual)
    } else if lasts, let before = rows[index - 1].elapsed, let after = rows[index].elapsed,
      after >= before
    {
      correct = after - before
    }
    guard let correct else { return 0 }
    let (correction, overflow) = correct.subtractingReportingOverflow(step)
    return !overflow && Self.mayShift(by: correction, after: shift) ? correction : 0
  }

  /// The sentence on a clock that was set back by an hour.
  private static var hourBack: String {
    "The time steps back by just an hour, as at the end of summer time, and nothing else tells; what follows "
      + "was moved an hour forward."
  }

  /// How much time passed before row `index`, if its step back is by just an hour and no row from there on is
  /// older; nil if it is not.
  ///
  /// Rows that end where the first begins are two parts in the wrong order.
  private func stepAcrossHour(at index: Int, _ step: Int64, usual: Int64) -> Int64? {
    let hour = 3600 * Self.second
    let passed = hour + step
    // Rows may be centuries apart: then there is no three times of that.
    guard rows[index].elapsed == nil, usual < 60 * Self.second,
      0...(3 * usual + Self.second / 10) ~= passed, rows.count - index > 3
    else { return nil }
    var latest = rows[index].timestamp
    for row in rows[(index + 1)...] {
      guard row.timestamp >= rows[index].timestamp else { return nil }
      latest = max(latest, row.timestamp)
    }
    let distance = rows[0].timestamp - latest
    return 0...max(Self.second, 10 * usual) ~= distance ? nil : passed
  }

  /// Whether the rows behind `index` have the same distance of their clocks as it has, where that has
  /// changed by `change` ns.
  private func lastingOffset(at index: Int, by change: Int64) -> Bool {
    let following = rows[index...].prefix(6)
    guard change != 0, following.count > 1 else { return false }
    return following.dropFirst().allSatisfy { row in
      guard let apart = Self.clocksApart(rows[index], row) else { return false }
      return abs(apart) <= abs(change) / 4
    }
  }

  /// The shortest positive distance of two rows in seconds since the start, in ns; 0 if there is none.
  private var elapsedResolution: Int64 {
    let steps = rows.prefix(Self.sampleCount).compactMap(\.elapsed)
    return zip(steps, steps.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.min() ?? 0
  }

  /// Whether it is what a clock is set by with summer time or in another zone, in ns.
  private static func isHalfHours(_ distance: Int64) -> Bool {
    let halfHour = 1800 * second
    let count = (distance + halfHour / 2) / halfHour
    return 1...48 ~= count && abs(distance - count * halfHour) <= second
  }
}
