import KymoCore
import KymoMCAP

/// The mark that a recording puts on the channels that its session has and its app does not list, so that a
/// replay keeps them.
enum OpenChannel {
  /// The key in the metadata of the channel.
  static let key = "kymograph"

  /// The mark of a row, as the metadata of its channel; empty for a row of the app or a standard one.
  static func metadata(_ row: ChannelTable.Row) -> MCAPStringMap {
    guard row.isOpen else { return [:] }
    return [key: row.channel.kind == .sample ? "sample \(row.channel.bodyBytes)" : "data"]
  }

  /// The channels of a file that have the mark, in the order of their ids.
  static func channels(of catalog: MCAPCatalog) -> [InputChannel] {
    catalog.channels.sorted { $0.id < $1.id }.compactMap { channel in
      guard let mark = channel.metadata[key] else { return nil }
      let schema = catalog.schema(channel.schemaID)
      let words = mark.split(separator: " ")
      let isSample = words.first == "sample"
      guard isSample && channel.messageEncoding == "cdr" || mark == "data" else { return nil }
      var open = InputChannel(
        topic: channel.topic,
        schemaName: schema?.name ?? "",
        schemaEncoding: schema?.encoding ?? "",
        definition: "",
        messageEncoding: channel.messageEncoding,
        kind: isSample ? .sample : .data,
        source: nil,
        bodyBytes: isSample ? words.last.flatMap { Int($0) } ?? 0 : 0,
        command: String(channel.topic.drop { $0 == "/" })
      )
      open.definition = schema?.data ?? []
      return open
    }
  }
}
