extension MCAPOpcode {
  /// The name of the record in messages for people.
  var name: String {
    switch self {
    case .header: "header"
    case .footer: "footer"
    case .schema: "schema"
    case .channel: "channel"
    case .message: "message"
    case .chunk: "chunk"
    case .messageIndex: "message index"
    case .chunkIndex: "chunk index"
    case .attachment: "attachment"
    case .attachmentIndex: "attachment index"
    case .statistics: "statistics"
    case .metadata: "metadata"
    case .metadataIndex: "metadata index"
    case .summaryOffset: "summary offset"
    case .dataEnd: "data end"
    }
  }
}
