import KymoRecording

/// The replies that went back to the page.
final class ReplyTable: QueryTable {
  let source: QuerySource

  init(_ source: QuerySource) { self.source = source }

  let name = "replies"
  let meaning = "replies to the page"
  let columns =
    QueryColumn.times + [
      .step("that brought the reply"),
      QueryColumn("source", .integer, "of the request; null if none caused it"),
      QueryColumn("number", .integer, "of the request; null if none caused it"),
      QueryColumn("text", .text, "exact script; a blob if the message is no reply"),
    ]

  var estimatedRows: Double { Double(source.count(of: SessionTopic.reply.name) ?? 100_000) }

  func makeCursor() -> any QueryCursor { ReplyCursor(source) }
}
