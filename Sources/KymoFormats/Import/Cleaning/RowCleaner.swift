import KymoRecording

/// Brings the rows of one file into the order of time, and leaves out what does not belong to the
/// recording.
struct RowCleaner<Row: SensorRow> {
  /// The name of the file, for messages.
  let file: String
  /// The rows; in the order of time at the end.
  var rows: [Row]

  static var second: Int64 { 1_000_000_000 }
  private static var hour: Int64 { 3600 * second }
  private static var day: Int64 { 24 * hour }
  /// 18 years: what no sum of corrections exceeds, so that times of rows can be subtracted from each other.
  static var largestShift: Int64 { 1 << 59 }
  /// How many rows decide what the usual distance of two rows is.
  static var sampleCount: Int { 10_000 }

  /// Leaves out leading rows that are leftovers of an earlier recording.
  ///
  /// Those are rows of zeros from more than an hour before the next row or the start, and any from
  /// more than a day before.
  mutating func dropStale(_ log: inout ImportLog) throws(ImportError) {
    var stale = 0
    while stale < rows.count {
      let row = rows[stale]
      guard Self.isStale(row, next: stale + 1 < rows.count ? rows[stale + 1] : nil) else { break }
      try log.repair(.staleRow, file: file, line: row.line)
      stale += 1
    }
    rows.removeFirst(stale)
  }

  /// Leaves out what no event has room for.
  mutating func dropTooLong(_ log: inout ImportLog) throws(ImportError) {
    for row in rows where row.isTooLong {
      try log.repair(.messageTooLong, file: file, line: row.line)
    }
    rows.removeAll(where: \.isTooLong)
  }

  /// Whether a first row is a leftover, by the row behind it.
  static func isStale(_ row: Row, next: Row?) -> Bool {
    guard row.isSteady else { return false }
    var age = max(0, -(row.elapsed ?? 0))
    if let next { age = max(age, next.timestamp - row.timestamp) }
    return age > day || (row.isZero && (age > hour || row.elapsed ?? 0 < 0))
  }

  /// Brings all rows into the order of time: after a clock that was set, then by sorting.
  ///
  /// - Throws: ``ImportError/interrupted`` when the user wants it to end.
  mutating func order(
    shouldStop: () -> Bool,
    _ log: inout ImportLog
  ) throws(ImportError) {
    try undoClockJumps(&log)
    guard let unsorted = firstStepBack(from: 1) else { return }
    var latest = rows[unsorted - 1].timestamp
    for row in rows[unsorted...] {
      if row.timestamp < latest { try log.repair(.unsortedRows, file: file, line: row.line) }
      latest = max(latest, row.timestamp)
    }
    var comparisons = 0
    let order: [UInt32]
    do {
      order = try (0..<UInt32(rows.count)).sorted { left, right in
        comparisons += 1
        if comparisons & 0xFFFF == 0, shouldStop() { throw ImportError.interrupted }
        return (rows[Int(left)].timestamp, left) < (rows[Int(right)].timestamp, right)
      }
    } catch { throw .interrupted }
    rows = order.map { rows[Int($0)] }
  }

  private func firstStepBack(from start: Int) -> Int? {
    var index = start
    while index < rows.count {
      if rows[index].timestamp < rows[index - 1].timestamp { return index }
      index += 1
    }
    return nil
  }

  /// How much time really passed before row `index`, if its step back in time is a clock that was
  /// set back.
  ///
  /// Either the seconds since the start go on where the clock does not. Or at least three further
  /// rows follow in order from there, none older than the file's first, and run past the step
  /// without a leap: late rows that only need sorting end with one.
  func stepAcrossClockJump(at index: Int, shift: Int64, usual: Int64) -> Int64? {
    if let before = rows[index - 1].elapsed, let after = rows[index].elapsed, after >= before {
      return after - before
    }
    let start = rows[index].timestamp + shift
    let border = rows[index - 1].timestamp
    guard start >= rows[0].timestamp else { return nil }
    var next = index + 1
    while next < rows.count {
      let step = rows[next].timestamp - rows[next - 1].timestamp
      guard step >= 0 else { return nil }
      if rows[next].timestamp + shift > border {
        guard step <= Self.second || step / 5 <= usual else { return nil }
        break
      }
      next += 1
    }
    return next - index > 3 ? usual : nil
  }

  /// The median of the first positive distances of two rows, in ns; 0 if there is none.
  var usualStep: Int64 {
    var steps: [Int64] = []
    for index in rows.indices.dropFirst().prefix(Self.sampleCount) {
      let step = rows[index].timestamp - rows[index - 1].timestamp
      if step > 0 { steps.append(step) }
    }
    steps.sort()
    return steps.isEmpty ? 0 : steps[steps.count / 2]
  }

  /// Notes many rows at one moment; nothing is changed.
  func noteSharedMoments(_ log: inout ImportLog) {
    var shared = SharedMoments()
    for index in rows.indices.dropFirst() where rows[index].isSteady {
      shared.see(rows[index].timestamp - rows[index - 1].timestamp, line: rows[index].line)
    }
    shared.note(of: rows.count, file: file, &log)
  }

  /// Tells where nothing was recorded for much longer than usual; nothing is changed.
  ///
  /// - Throws: ``ImportError/repairRefused(_:)`` in strict mode, where that may be a clock that was set.
  func reportGaps(_ log: inout ImportLog) throws(ImportError) {
    var gaps = GapFinder(usualGapNanoseconds: Row.usualGapNanoseconds)
    for index in rows.indices.dropFirst() where rows[index].isSteady {
      let (before, row) = (rows[index - 1], rows[index])
      gaps.see(
        row.timestamp - before.timestamp,
        line: row.line,
        isTold: Self.clocksApart(before, row) != nil
      )
    }
    gaps.decide()
    try gaps.report(file: file, &log)
  }
}
