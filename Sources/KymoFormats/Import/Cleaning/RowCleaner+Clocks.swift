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

  /// The first row that is older than the one before, or whose two clocks tell of different times.
  var firstDisturbance: Int? {
    rows.indices.dropFirst().first { index in
      let (before, row) = (rows[index - 1], rows[index])
      return row.timestamp < before.timestamp
        || abs(Self.clocksApart(before, row) ?? 0) > Self.second
    }
  }

  /// Moves what follows where the clock of the phone was set: behind what was there if it was set back,
  /// and to where the seconds since the start are if it was set forward by whole half hours.
  ///
  /// Where the two clocks differ otherwise the time is kept, and that is told.
  ///
  /// - Throws: ``ImportError/repairRefused(_:)`` in strict mode.
  mutating func undoClockJumps(from first: Int, _ log: inout ImportLog) throws(ImportError) {
    let usual = usualStep
    let limit = Self.second + elapsedResolution
    var shift: Int64 = 0
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
        if correction != 0 { try log.repair(.clockJump, file: file, line: line) }
      } else if let apart, abs(apart) > limit {
        if lasts, Self.isHalfHours(apart) {
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
    return !overflow && correction < Self.largestShift - shift ? correction : 0
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
