import KymoRecording

/// The repairs that rows need whatever their format, by what becomes of them.
enum TableCleaner {
  /// The sentence on samples of other channels from before the start.
  static let cachedSamples = "Samples from before the start of the recording were left out."

  /// Brings the rows of `table` into the order of time; false if there are none.
  static func clean(
    _ table: inout ImportTable,
    shouldStop: () -> Bool,
    _ log: inout ImportLog
  ) throws(ImportError) -> Bool {
    let file = table.file
    switch table.rows {
    case .accelerations(let rows):
      table.rows = .accelerations([])  // So that the cleaner has the only copy.
      let clean = try Self.samples(rows, file: file, explanation: nil, shouldStop, &log)
      table.rows = .accelerations(clean ?? [])
      return clean != nil
    case .samples(let topic, let rows):
      table.rows = .samples(topic: topic, [])
      let clean = try Self.samples(rows, file: file, explanation: cachedSamples, shouldStop, &log)
      table.rows = .samples(topic: topic, clean ?? [])
      return clean != nil
    case .messages(let topic, let rows):
      table.rows = .messages(topic: topic, [])
      let clean = try Self.samples(rows, file: file, explanation: cachedSamples, shouldStop, &log)
      table.rows = .messages(topic: topic, clean ?? [])
      return clean != nil
    case .locations(let rows):
      table.rows = .locations([])
      let clean = try Self.fixes(rows, file: file, shouldStop, &log)
      table.rows = .locations(clean ?? [])
      return clean != nil
    }
  }

  /// Cleans samples, which come at a steady rate; rows from before the start have no use.
  private static func samples<Row: SensorRow>(
    _ rows: [Row],
    file: String,
    explanation: String?,
    _ shouldStop: () -> Bool,
    _ log: inout ImportLog
  ) throws(ImportError) -> [Row]? {
    var cleaner = RowCleaner(file: file, rows: rows)
    try cleaner.dropTooLong(&log)
    try cleaner.dropStale(&log)
    try cleaner.dropCached(&log, explanation: explanation)
    try cleaner.order(shouldStop: shouldStop, &log)
    cleaner.noteSharedMoments(&log)
    try cleaner.reportGaps(&log)
    return cleaner.rows
  }

  /// Fixes, in the order of delivery.
  private static func fixes(
    _ rows: [LocationRow],
    file: String,
    _ shouldStop: () -> Bool,
    _ log: inout ImportLog
  ) throws(ImportError) -> [LocationRow]? {
    var cleaner = RowCleaner(file: file, rows: rows)
    try cleaner.dropStale(&log)
    try cleaner.deliverCached(&log)
    try cleaner.order(shouldStop: shouldStop, &log)
    try cleaner.dropRepeated(&log)
    cleaner.noteSharedMoments(&log)
    try cleaner.reportGaps(&log)
    return cleaner.rows
  }
}
