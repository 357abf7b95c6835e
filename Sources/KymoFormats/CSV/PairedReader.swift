import KymoRecording

/// Reads two files of accelerations side by side, as many rows of one as of the other.
struct PairedReader {
  private let tables: (AccelerationTable, AccelerationTable)
  private var readers: (TableReader, TableReader)
  private var waiting: ([AccelerationRow], [AccelerationRow]) = ([], [])

  /// Starts with the first row of both.
  init(
    _ first: (file: RecognisedFile, table: AccelerationTable),
    _ second: (file: RecognisedFile, table: AccelerationTable)
  ) throws(ImportError) {
    tables = (first.table, second.table)
    readers = (try first.file.rows(), try second.file.rows())
  }

  /// Further rows of both; nil at the end of both.
  ///
  /// As many of one as of the other, unless there is nothing left of one.
  mutating func next(
    _ firstLog: inout ImportLog,
    _ secondLog: inout ImportLog
  ) throws(ImportError) -> (first: [AccelerationRow], second: [AccelerationRow])? {
    let first = try readers.0.accelerations(tables.0, log: &firstLog)
    let second = try readers.1.accelerations(tables.1, log: &secondLog)
    waiting.0 += first ?? []
    waiting.1 += second ?? []
    if first == nil, second == nil {
      guard !waiting.0.isEmpty || !waiting.1.isEmpty else { return nil }
      defer { waiting = ([], []) }
      return waiting
    }
    let count = min(waiting.0.count, waiting.1.count)
    let both = (Array(waiting.0.prefix(count)), Array(waiting.1.prefix(count)))
    waiting.0.removeFirst(count)
    waiting.1.removeFirst(count)
    return both
  }
}
