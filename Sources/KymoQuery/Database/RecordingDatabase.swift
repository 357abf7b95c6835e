public import KymoRecording
import KymoMCAP

/// A recording as tables for SQL, read by SQLite straight from the file.
///
///     let database = try RecordingDatabase(SessionFile(path: "walk.mcap"), app)
///     try database.run("SELECT command, count(*) FROM events GROUP BY command") { print($0) }
///
/// Nothing is copied into a database: a statement reads the chunks that it needs, and only those columns that it names.
/// Statements read: whatever would change something, attach a file or load an extension is refused. Memory does not
/// depend on the length of the recording, but for what a statement keeps; SQLite takes 32 MiB at most in this process,
/// and writes what is more to a temporary file.
public final class RecordingDatabase {
  private let source: QuerySource
  private let connection: UnsafeConnection
  /// The tables, as SQLite asks for them.
  let boxes: [TableBox]
  /// The tables, in the order in which they are shown.
  public let tables: [QueryTableDescription]

  /// How many tables the channels of a recording make at most.
  public static var maximumSampleTables: Int { 200 }

  /// Opens a recording.
  ///
  /// - Parameters:
  ///   - file: the recording.
  ///   - app: the app that hears it: which inputs are events, and their commands.
  ///   - latencies: events of runs, which become the table `latencies`; nil for none.
  /// - Throws: ``QueryError`` if the recording cannot be read.
  public init(
    _ file: SessionFile,
    _ app: borrowing AppInstance,
    latencies: [LatencyRow]? = nil
  ) throws(QueryError) {
    source = try QuerySource(file, app)
    var own: [any QueryTable] = [
      EventTable(source, .all), EventTable(source, .accelerations), EventTable(source, .locations),
      EventTable(source, .requests), ReplyTable(source), StepTable(source), MessageTable(source),
      Self.channels(source), Self.losses(file), try Self.metadata(source),
    ]
    if let latencies {
      own.append(try LatencyTable.make(latencies, EventTable(source, .all)))
    }
    own += Self.samples(source, beside: own.map(\.name))
    let start = source.start
    boxes = own.map { TableBox($0, start: start) }
    connection = try UnsafeConnection(boxes)
    tables = own.map {
      QueryTableDescription(name: $0.name, meaning: $0.meaning, columns: $0.columns)
    }
  }

  /// Runs a statement.
  ///
  /// - Parameters:
  ///   - sql: one SELECT.
  ///   - shouldStop: asked now and then; true ends it with ``QueryError/interrupted``.
  ///   - columns: gets the names of the columns, before the first row.
  ///   - row: gets each row, as it is found.
  /// - Throws: what `columns` and `row` throw.
  /// - Returns: why the rows are not all there are; nil if they are.
  public func run<Failure: Error>(
    _ sql: String,
    shouldStop: @escaping () -> Bool = { false },
    columns: ([String]) throws(Failure) -> Void,
    row: ([QueryValue]) throws(Failure) -> Void
  ) throws(Failure) -> QueryError? {
    try connection.run(sql, shouldStop: shouldStop, columns: columns, row: row)
  }

  /// Runs a statement whose columns are known; see ``run(_:shouldStop:columns:row:)``.
  ///
  /// - Throws: what `row` throws.
  /// - Returns: why the rows are not all there are; nil if they are.
  public func run<Failure: Error>(
    _ sql: String,
    shouldStop: @escaping () -> Bool = { false },
    row: ([QueryValue]) throws(Failure) -> Void
  ) throws(Failure) -> QueryError? {
    try connection.run(
      sql,
      shouldStop: shouldStop,
      columns: { _ throws(Failure) in },
      row: row
    )
  }

  // MARK: Tables

  /// The channels whose messages have fields, but for those that are tables of their own.
  private static func samples(
    _ source: QuerySource,
    beside others: [String]
  ) -> [SampleTable] {
    var taken = Set(others)  // Looked up, never iterated.
    var topics: Set<String> = []  // Looked up, never iterated.
    let own =
      [InputChannel.accelerometer.topic, InputChannel.location.topic]
      + [SessionTopic.trace, .digest].map(\.name)
    var tables: [SampleTable] = []
    for channel in source.catalog.channels.sorted(by: { ($0.topic, $0.id) < ($1.topic, $1.id) })
    where !own.contains(channel.topic) && tables.count < maximumSampleTables {
      guard topics.insert(channel.topic).inserted else { continue }
      var free = taken
      let name = QueryNames.free(channel.topic, in: &free)
      guard let table = SampleTable(source, channel, name: name) else { continue }
      taken = free
      tables.append(table)
    }
    return tables
  }

  private static func channels(_ source: QuerySource) -> ListTable {
    let channels = source.catalog.channels.sorted { ($0.topic, $0.id) < ($1.topic, $1.id) }
    return ListTable(
      "channels",
      "channels of the file",
      [
        QueryColumn("topic", .text), QueryColumn("schema", .text),
        QueryColumn("encoding", .text, "of the messages, such as cdr or json"),
        QueryColumn("messages", .integer, "null if the file does not say"),
      ],
      channels.map { channel in
        [
          .text(channel.topic), .text(source.catalog.schema(channel.schemaID)?.name ?? ""),
          .text(channel.messageEncoding),
          source.count(of: channel.topic).map { .integer(Int64(clamping: $0)) } ?? .null,
        ]
      }
    )
  }

  private static func losses(_ file: SessionFile) -> ListTable {
    ListTable(
      "losses",
      "events that were lost",
      [
        QueryColumn("place", .text, "where"), QueryColumn("count", .integer, "how many"),
      ],
      file.losses.map { [.text($0.place), .integer(Int64(clamping: $0.count))] }
    )
  }

  private static func metadata(_ source: QuerySource) throws(QueryError) -> ListTable {
    var rows: [[QueryValue]] = []
    for (number, metadata) in try source.metadata().enumerated() {
      for entry in metadata.metadata.entries {
        rows.append([
          .integer(Int64(number)), .text(metadata.name), .text(entry.key), .text(entry.value),
        ])
      }
    }
    return ListTable(
      "metadata",
      "what the recording says of itself",
      [
        QueryColumn("record", .integer, "number of the record in the file, from 0"),
        QueryColumn("name", .text, "of the record"), QueryColumn("key", .text),
        QueryColumn("value", .text),
      ],
      rows
    )
  }
}
