extension MCAPRecord {
  /// The opcode with which the record is written.
  var opcode: MCAPOpcode {
    switch self {
    case .header: .header
    case .footer: .footer
    case .schema: .schema
    case .channel: .channel
    case .message: .message
    case .chunk: .chunk
    case .messageIndex: .messageIndex
    case .chunkIndex: .chunkIndex
    case .attachment: .attachment
    case .attachmentIndex: .attachmentIndex
    case .statistics: .statistics
    case .metadata: .metadata
    case .metadataIndex: .metadataIndex
    case .summaryOffset: .summaryOffset
    case .dataEnd: .dataEnd
    }
  }
}
