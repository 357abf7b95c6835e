import KymoRecording

/// The rows that a file gives to one channel, while the file is read once and for all.
///
/// The first rows are kept in memory, further ones in a file without a name. Rows that are not in the order of time
/// are sorted when all are there; only then are they all in memory, at 64 bytes each, and as much again while they
/// are sorted.
final class RowSpool {
  /// How many rows there are.
  private(set) var count = 0
  /// The time of the latest row so far, in ns.
  private var latest = Int64.min
  private var firstUnsorted: Int?
  private var unsortedCount = 0
  private var rows: [SpooledRow] = []
  private var file: UnsafeSpoolFile?
  private let name: String

  /// How many rows are in memory: 2 MiB.
  private static let rowsInMemory = 1 << 15

  /// Takes the name of the file that is imported, for messages.
  init(name: String) { self.name = name }

  /// Adds a row.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)`` when there is no room for it.
  func append(_ row: SpooledRow) throws(ImportError) {
    if row.timestamp < latest {
      if firstUnsorted == nil { firstUnsorted = row.line }
      unsortedCount += 1
    } else {
      latest = row.timestamp
    }
    rows.append(row)
    count += 1
    if rows.count == Self.rowsInMemory { try spill() }
  }

  private func spill() throws(ImportError) {
    if file == nil { file = try UnsafeSpoolFile(name: name) }
    guard let target = file else { return }
    try target.append(rows)
    rows.removeAll(keepingCapacity: true)
  }

  /// Brings the rows into the order of time, those of one time as they came.
  ///
  /// - Throws: ``ImportError/repairRefused(_:)`` in strict mode, if they were in another one.
  func sort(_ log: inout ImportLog) throws(ImportError) {
    guard let line = firstUnsorted else { return }
    firstUnsorted = nil
    try log.repair(.unsortedRows, file: name, line: line, count: unsortedCount)
    var all = rows
    if let file { all = try file.read(at: 0, count - rows.count) + rows }
    file = nil
    rows = []
    let keys = all.indices.map { (time: all[$0].timestamp, place: UInt32($0)) }
      .sorted { ($0.time, $0.place) < ($1.time, $1.place) }
    rows = keys.map { all[Int($0.place)] }
  }

  /// The rows from `place` on, `limit` at most; none at the end.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)``.
  func rows(at place: Int, limit: Int) throws(ImportError) -> [SpooledRow] {
    let inFile = count - rows.count
    if place < inFile, let file { return try file.read(at: place, min(limit, inFile - place)) }
    let start = place - inFile
    return Array(rows[start..<min(rows.count, start + limit)])
  }
}
