import KymoMCAP
import KymoRecording

/// All messages of the file as they are, those of channels that nobody knows included.
final class MessageTable: QueryTable {
  let source: QuerySource

  init(_ source: QuerySource) { self.source = source }

  let name = "messages"
  let meaning = "all messages of the file, as bytes"
  let columns =
    QueryColumn.times + [
      QueryColumn("topic", .text),
      QueryColumn("schema", .text),
      QueryColumn("encoding", .text, "of the message, such as cdr or json"),
      QueryColumn("sequence", .integer),
      QueryColumn("publish_time_ns", .integer, unit: "ns"),
      QueryColumn("size", .integer, unit: "B"),
      QueryColumn("data", .blob),
    ]

  var estimatedRows: Double {
    source.catalog.channels.reduce(0) { $0 + Double(source.count(of: $1.topic) ?? 1_000_000) }
  }

  func makeCursor() -> any QueryCursor { MessageCursor(source) }
}
