import KymoMCAP
import KymoRecording

/// The samples of a channel whose schema says what its numbers are.
final class SampleTable: QueryTable {
  let source: QuerySource
  let topic: String
  let name: String
  let fields: [SampleField]
  /// The same by another reader, which knows how to swap bytes; nil if it does not understand the schema.
  let layout: MessageLayout?
  let columns: [QueryColumn]
  let meaning: String

  /// Makes the table of a topic; nil if its messages have no fields that are known.
  ///
  /// - Parameters:
  ///   - source: the recording.
  ///   - channel: the channel.
  ///   - name: the name of the table.
  init?(_ source: QuerySource, _ channel: MCAPChannel, name: String) {
    guard channel.messageEncoding == "cdr", let schema = source.catalog.schema(channel.schemaID),
      let layout = SampleLayout(schema)
    else { return nil }
    self.source = source
    self.name = name
    topic = channel.topic
    fields = layout.fields
    self.layout = MessageLayout(definition: schema.data, name: schema.name)
    meaning =
      "messages of \(channel.topic)" + (layout.isCut ? ", without what has any length" : "")
    columns = Self.columns(layout.fields)
  }

  private static func columns(_ fields: [SampleField]) -> [QueryColumn] {
    var columns = QueryColumn.times + [QueryColumn("sequence", .integer, "in the file")]
    var taken = Set(columns.map(\.name))  // Looked up, never iterated.
    for field in fields {
      let name = QueryNames.free(field.name, in: &taken)
      columns.append(QueryColumn(name, field.kind, unit: field.unit))
    }
    return columns
  }

  var estimatedRows: Double { Double(source.count(of: topic) ?? 1_000_000) }

  func makeCursor() -> any QueryCursor { SampleCursor(self) }
}
