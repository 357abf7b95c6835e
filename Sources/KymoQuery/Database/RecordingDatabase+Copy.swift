import KymoRecording

extension RecordingDatabase {
  /// A part of the tables.
  public struct Part: Sendable {
    /// The earliest time, in ns; nil from the start.
    public var start: Int64?
    /// The time before which it ends, in ns; nil to the end.
    public var end: Int64?
    /// The topics whose rows are wanted; nil for all.
    public var topics: [String]?

    /// Everything.
    public init() {}
  }

  /// Copies the tables into a new database file: those that have rows, and the lists.
  ///
  /// - Parameters:
  ///   - path: an empty file, or none.
  ///   - part: which rows.
  ///   - shouldStop: asked now and then; true ends it, with the tables before the one at hand.
  /// - Returns: the tables, each with the number of its rows.
  /// - Throws: ``QueryError``; `interrupted` if nothing was copied by then.
  public func copy(
    to path: String,
    _ part: Part = Part(),
    shouldStop: @escaping () -> Bool = { false }
  ) throws(QueryError) -> (tables: [(name: String, rows: Int64)], wasStopped: Bool) {
    let file = try UnsafeDatabaseFile(path, boxes, shouldStop: shouldStop)
    try file.run("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; BEGIN")
    var copied: [(name: String, rows: Int64)] = []
    var wasStopped = false
    for box in boxes {
      guard let condition = Self.condition(box, part) else { continue }
      let name = box.table.name
      let before = file.changedRows
      do throws(QueryError) {
        try file.run(box.declaration)
        try file.run(
          "INSERT INTO \"\(name)\" SELECT * FROM \"\(UnsafeDatabaseFile.source(name))\"\(condition)"
        )
      } catch {
        guard case .interrupted = error, !copied.isEmpty else { throw error }
        wasStopped = true
        break
      }
      copied.append((name, file.changedRows - before))
    }
    try file.run("COMMIT")
    return (copied, wasStopped)
  }

  /// The rows of a table that are in a part, as the end of a statement; nil if there are none.
  private static func condition(_ box: TableBox, _ part: Part) -> String? {
    var conditions: [String] = []
    let columns = box.columns.map(\.name)
    if columns.first == "time_ns" {
      if let start = part.start { conditions.append("time_ns >= \(start)") }
      if let end = part.end { conditions.append("time_ns < \(end)") }
    }
    if let topics = part.topics {
      if let sample = box.table as? SampleTable {
        guard topics.contains(sample.topic) else { return nil }
      } else if columns.contains("topic") {
        let list = topics.map { "'" + $0.split(separator: "'").joined(separator: "''") + "'" }
        conditions.append("topic IN (\(list.joined(separator: ", ")))")
      } else if columns.first == "time_ns" {
        // Steps and replies are results of a run.
        return nil
      }
    }
    return conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
  }
}
