/// A record of a file, decoded.
public enum MCAPRecord: Sendable, Equatable {
  /// The first record.
  case header(MCAPHeader)
  /// The last record.
  case footer(MCAPFooter)
  /// A schema.
  case schema(MCAPSchema)
  /// A channel.
  case channel(MCAPChannel)
  /// A message.
  case message(MCAPMessage)
  /// A chunk as it is stored.
  case chunk(MCAPChunk)
  /// An index of messages.
  case messageIndex(MCAPMessageIndex)
  /// An index of a chunk.
  case chunkIndex(MCAPChunkIndex)
  /// An attachment.
  case attachment(MCAPAttachment)
  /// An index of an attachment.
  case attachmentIndex(MCAPAttachmentIndex)
  /// Statistics.
  case statistics(MCAPStatistics)
  /// Metadata.
  case metadata(MCAPMetadata)
  /// An index of metadata.
  case metadataIndex(MCAPMetadataIndex)
  /// A group of the summary.
  case summaryOffset(MCAPSummaryOffset)
  /// The end of the data section.
  case dataEnd(MCAPDataEnd)

  /// Decodes the content of a record.
  ///
  /// Bytes behind the last known field are ignored, as the format demands.
  ///
  /// - Parameters:
  ///   - opcode: The first byte of the record.
  ///   - content: What follows opcode and length.
  ///   - offset: The byte of the file at which the record starts, for messages.
  /// - Returns: nil for an opcode that the format has not defined.
  /// - Throws: `malformed` if a field contradicts the format.
  /// - Complexity: O(bytes).
  public static func decode(
    opcode: UInt8,
    content: [UInt8],
    at offset: UInt64
  ) throws(MCAPError) -> MCAPRecord? {
    guard let kind = MCAPOpcode(rawValue: opcode) else {
      guard opcode != 0 else {
        throw MCAPError.record(.malformed, "record", at: offset, "opcode 0 does not exist")
      }
      return nil
    }
    var fields = MCAPFields(content, of: kind.name, at: offset)
    switch kind {
    case .header: return .header(try MCAPHeader(&fields))
    case .footer: return .footer(try MCAPFooter(&fields))
    case .schema: return .schema(try MCAPSchema(&fields))
    case .channel: return .channel(try MCAPChannel(&fields))
    case .message: return .message(try MCAPMessage(&fields))
    case .chunk: return .chunk(try MCAPChunk(&fields))
    case .messageIndex: return .messageIndex(try MCAPMessageIndex(&fields))
    case .chunkIndex: return .chunkIndex(try MCAPChunkIndex(&fields))
    case .attachment: return .attachment(try MCAPAttachment(&fields))
    case .attachmentIndex: return .attachmentIndex(try MCAPAttachmentIndex(&fields))
    case .statistics: return .statistics(try MCAPStatistics(&fields))
    case .metadata: return .metadata(try MCAPMetadata(&fields))
    case .metadataIndex: return .metadataIndex(try MCAPMetadataIndex(&fields))
    case .summaryOffset: return .summaryOffset(try MCAPSummaryOffset(&fields))
    case .dataEnd: return .dataEnd(try MCAPDataEnd(&fields))
    }
  }

  /// Bytes of the whole record with the fields that the format defines, and nothing behind them.
  var encodedCount: Int {
    if case .attachment(let record) = self {
      let texts = record.name.utf8.count + record.mediaType.utf8.count
      return MCAPFormat.prefixBytes + 36 + texts + record.data.count
    }
    return encoded.count
  }

  /// Appends the whole record, prefix included; the checksum of an attachment is computed.
  ///
  /// - Complexity: O(bytes).
  func encode(into buffer: inout UnsafeMCAPBuffer) {
    switch self {
    case .header(let record): record.encode(into: &buffer)
    case .footer(let record): record.encode(into: &buffer)
    case .schema(let record): record.encode(into: &buffer)
    case .channel(let record): record.encode(into: &buffer)
    case .message(let record): record.encode(into: &buffer)
    case .chunk(let record): record.encode(into: &buffer)
    case .messageIndex(let record): record.encode(into: &buffer)
    case .chunkIndex(let record): record.encode(into: &buffer)
    case .attachment(let record): record.encode(into: &buffer, checksums: true)
    case .attachmentIndex(let record): record.encode(into: &buffer)
    case .statistics(let record): record.encode(into: &buffer)
    case .metadata(let record): record.encode(into: &buffer)
    case .metadataIndex(let record): record.encode(into: &buffer)
    case .summaryOffset(let record): record.encode(into: &buffer)
    case .dataEnd(let record): record.encode(into: &buffer)
    }
  }

  /// The whole record as bytes, prefix included; the checksum of an attachment is computed.
  ///
  /// - Complexity: O(bytes).
  public var encoded: [UInt8] {
    var buffer = UnsafeMCAPBuffer(capacity: 256)
    encode(into: &buffer)
    return buffer.copy(0..<buffer.count)
  }
}
