import KymoRecording

/// Counts rows that have the time of the row before: the clock of the file is coarser than its rows.
struct SharedMoments {
  private var firstLine = 0
  private var count = 0

  /// A share that goes without saying: less than one row in ten, or in all less than this.
  private static let usualCount = 10

  /// Takes the step from one row to the next, in ns.
  mutating func see(_ step: Int64, line: Int) {
    guard step == 0 else { return }
    if count == 0 { firstLine = line }
    count += 1
  }

  /// Notes them if they are many among `rowCount` rows.
  func note(of rowCount: Int, file: String, _ log: inout ImportLog) {
    guard count >= Self.usualCount, count >= rowCount / 10 else { return }
    log.note(
      .clock,
      file: file,
      line: firstLine,
      count: count,
      "\(count) of \(rowCount) rows have the time of the row before; they were kept at one moment."
    )
  }
}
