import KymoCore
import KymoRecording

/// Times that wait for their places, the first first; in a file without a name beyond 2 MiB.
struct TimeQueue {
  private let spool: RowSpool
  private var block: ArraySlice<SpooledRow> = []
  private var taken = 0

  /// How many are read at a time.
  private static let blockRows = 4096

  /// Names the file, for messages.
  init(file: String) { spool = RowSpool(name: file) }

  /// How many wait.
  var count: Int { spool.count - taken }

  /// Adds a time in ns, or that there is none.
  ///
  /// - Throws: ``ImportError`` when there is no room for it.
  func append(_ time: Int64?, line: Int) throws(ImportError) {
    try spool.append(SpooledRow(timestamp: time ?? .min, line: line, payload: Payload()))
  }

  /// Takes the first: nil if none waits, a nil within if it says that there is no time.
  ///
  /// - Throws: ``ImportError`` when it cannot be read again.
  mutating func next() throws(ImportError) -> Int64?? {
    if block.isEmpty {
      guard count > 0 else { return nil }
      block = try spool.rows(at: taken, limit: Self.blockRows)[...]
    }
    guard let row = block.popFirst() else { return nil }
    taken += 1
    return .some(row.timestamp == .min ? nil : row.timestamp)
  }
}
