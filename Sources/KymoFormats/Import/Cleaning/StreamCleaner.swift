import KymoRecording

/// Leaves out of a stream what does not belong to the recording, a block of rows at a time, and sees
/// whether the rest is in the order of time.
///
/// It does to rows that are in order what ``RowCleaner`` does to all of them at once; what it does is the
/// same at every reading.
struct StreamCleaner<Row: SensorRow> {
  /// Whether all rows so far are in the order of time, and no clock of the file says that one was set.
  var isSorted: Bool { isInOrder && leaps.leaps.isEmpty }
  /// Whether nobody sets the clock of the rows; see `ImportStream.isClockTrue`.
  let isClockTrue: Bool
  /// How many rows are left.
  private(set) var count = 0
  /// The time of the first row that is left; nil if there is none.
  private(set) var firstTimestamp: Int64?

  private var isInOrder = true
  private var leaps = ClockLeapFinder()
  private var stale = Tally()
  private var cached = Tally()
  private var repeated = Tally()
  private var tooLong = Tally()
  private var shared = SharedMoments()
  private var gaps = GapFinder(usualGapNanoseconds: Row.usualGapNanoseconds)
  /// A first row of which only the next one tells whether it is a leftover.
  private var waiting: Row?
  private var isPastLeftovers = false
  private var last: Row?

  /// Starts before the first row.
  init(isClockTrue: Bool = false) {
    self.isClockTrue = isClockTrue
    isPastLeftovers = isClockTrue
  }

  /// How often something happened, and where first.
  private struct Tally {
    var line = 0
    var count = 0

    mutating func add(_ line: Int) {
      if count == 0 { self.line = line }
      count += 1
    }
  }

  /// The rows of a block that belong to the recording.
  mutating func clean(_ rows: [Row]) -> [Row] {
    let first = firstChange(rows)
    if first == rows.count { return rows }
    var kept: [Row] = []
    kept.reserveCapacity(rows.count)
    kept += rows[..<first]
    for row in rows[first...] {
      if row.isTooLong {
        tooLong.add(row.line)
        continue
      }
      guard !isPastLeftovers else {
        admit(row, &kept)
        continue
      }
      if let first = waiting {
        guard RowCleaner.isStale(first, next: row) else {
          isPastLeftovers = true
          admit(first, &kept)
          admit(row, &kept)
          waiting = nil
          continue
        }
        stale.add(first.line)
      }
      waiting = row
    }
    return kept
  }

  /// The row that was waited with, at the end of the stream.
  mutating func end() -> [Row] {
    var kept: [Row] = []
    if let first = waiting {
      if RowCleaner.isStale(first, next: nil) { stale.add(first.line) } else { admit(first, &kept) }
      waiting = nil
    }
    gaps.decide()
    leaps.end()
    return kept
  }

  /// Admits rows up to one that does not stay as it is: most blocks stay whole, and are not copied.
  ///
  /// - Returns: the place of that row, which is not seen yet; the number of rows if there is none.
  private mutating func firstChange(_ rows: [Row]) -> Int {
    guard isPastLeftovers else { return 0 }
    for (place, row) in rows.enumerated() {
      if row.isTooLong || (row.elapsed ?? 0) < 0 { return place }
      if let last, row.repeats(last) { return place }
      admit(row)
    }
    return rows.count
  }

  private mutating func admit(_ row: Row, _ kept: inout [Row]) {
    var row = row
    if let elapsed = row.elapsed, elapsed < 0 {
      cached.add(row.line)
      guard Row.isFix else { return }
      row.deliverAtStart()
    }
    if admit(row) { kept.append(row) }
  }

  /// Sees a row that does not come before the start; false if it is left out.
  @inline(__always) @discardableResult
  private mutating func admit(_ row: Row) -> Bool {
    leaps.see(timestamp: row.timestamp, elapsed: row.elapsed)
    if let last {
      let step = row.timestamp - last.timestamp
      let apart = RowCleaner.clocksApart(last, row)
      if step < 0 || abs(apart ?? 0) > RowCleaner<Row>.second { isInOrder = false }
      if row.repeats(last) {
        repeated.add(row.line)
        return false
      }
      if row.isSteady {
        gaps.see(step, line: row.line, isTold: isClockTrue || apart != nil)
        shared.see(step, line: row.line)
      }
    } else {
      firstTimestamp = row.timestamp
    }
    last = row
    count += 1
    return true
  }

  /// Tells what was left out and noticed.
  ///
  /// - Throws: ``ImportError/repairRefused(_:)`` in strict mode.
  func report(
    file: String,
    cachedExplanation: String?,
    _ log: inout ImportLog
  ) throws(ImportError) {
    if stale.count > 0 {
      try log.repair(.staleRow, file: file, line: stale.line, count: stale.count)
    }
    if cached.count > 0 {
      try log.repair(
        Row.isFix ? .cachedFix : .cachedRow,
        file: file,
        line: cached.line,
        count: cached.count,
        explanation: cachedExplanation
      )
    }
    if tooLong.count > 0 {
      try log.repair(.messageTooLong, file: file, line: tooLong.line, count: tooLong.count)
    }
    if repeated.count > 0 {
      try log.repair(.repeatedFix, file: file, line: repeated.line, count: repeated.count)
    }
    shared.note(of: count, file: file, &log)
    try gaps.report(file: file, &log)
  }
}
