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
    /// The ticks at which one row of a topic stands for all since the tick before; nil for all rows.
    public var ticks: Ticks?

    /// Everything.
    public init() {}
  }

  /// Ticks at which samples are taken.
  public struct Ticks: Sendable {
    /// How far they are apart, in ns, above 0.
    public var interval: Int64
    /// The time of one of them, in ns.
    public var origin: Int64
    /// The topics that have samples; the rows of others stay as they are.
    public var topics: [String]

    /// Takes all of it.
    ///
    /// - Precondition: `interval` is above 0.
    public init(every interval: Int64, from origin: Int64, of topics: [String]) {
      precondition(interval > 0, "ticks are apart")
      self.interval = interval
      self.origin = origin
      self.topics = topics
    }
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
      guard let rows = Self.rows(of: box, part) else { continue }
      let name = box.table.name
      let before = file.changedRows
      do throws(QueryError) {
        try file.run(box.declaration)
        try file.run("INSERT INTO \"\(name)\" \(rows)")
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

  /// The SELECT for those rows of a table that are in a part; nil if there are none.
  private static func rows(of box: TableBox, _ part: Part) -> String? {
    let columns = box.columns.map(\.name)
    let (hasTimes, hasTopics) = (columns.first == "time_ns", columns.contains("topic"))
    let ownTopic = (box.table as? SampleTable)?.topic
    var conditions: [String] = []
    if hasTimes {
      if let start = part.start { conditions.append("time_ns >= \(start)") }
      if let end = part.end { conditions.append("time_ns < \(end)") }
    }
    if let topics = part.topics {
      if let ownTopic {
        guard topics.contains(ownTopic) else { return nil }
      } else if hasTopics {
        conditions.append("topic IN (\(list(topics)))")
      } else if hasTimes {
        // Steps and replies are results of a run.
        return nil
      }
    }
    let source = "FROM \"\(UnsafeDatabaseFile.source(box.table.name))\""
    func rows(_ conditions: [String]) -> String {
      conditions.isEmpty ? source : "\(source) WHERE \(conditions.joined(separator: " AND "))"
    }
    guard let ticks = part.ticks, hasTimes,
      hasTopics || ownTopic.map({ ticks.topics.contains($0) }) == true
    else { return "SELECT * " + rows(conditions) }
    let isSample = hasTopics ? "topic IN (\(list(ticks.topics)))" : "true"
    let group = hasTopics ? "topic, \(ticks.tick)" : ticks.tick
    // Rows are numbered in the order of time: the last of a tick has the largest number.
    let last = "SELECT max(rowid) \(rows(conditions + [isSample])) GROUP BY \(group)"
    let time = "iif(\(isSample), \(ticks.tick), time_ns)"
    let seconds = "\(time) - \(box.start)"
    let cells =
      [time, "(\(seconds)) / 1e9", "(\(seconds)) / 1000000000"]
      + columns.dropFirst(3).map { "\"\($0)\"" }
    return "SELECT \(cells.joined(separator: ", ")) "
      + rows(conditions + ["(NOT \(isSample) OR rowid IN (\(last)))"]) + " ORDER BY 1"
  }

  /// Topics as a list of SQL.
  private static func list(_ topics: [String]) -> String {
    topics.map { topic in
      let parts = topic.split(separator: "'", omittingEmptySubsequences: false)
      return "'" + parts.joined(separator: "''") + "'"
    }.joined(separator: ", ")
  }
}

extension RecordingDatabase.Ticks {
  /// The tick at or after the time of a row, in SQL.
  fileprivate var tick: String {
    "(\(origin) + (time_ns - \(origin)) / \(interval) * \(interval)"
      + " + ((time_ns - \(origin)) % \(interval) > 0) * \(interval))"
  }
}
