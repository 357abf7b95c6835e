@testable import KymoMCAP

/// A record as the conformance suite describes it: names, and values as text.
struct MCAPDescribedRecord: Equatable, Sendable {
  var type: String
  /// Numbers and texts as they are, bytes and maps joined in one fixed way.
  var fields: [String: String]

  init(json: [String: Any]) {
    type = json["type"] as? String ?? ""
    fields = [:]
    for field in json["fields"] as? [[Any]] ?? [] {
      guard let name = field[0] as? String else { continue }
      fields[name] = Self.text(field[1])
    }
  }

  private static func text(_ value: Any) -> String {
    if let text = value as? String { return text }
    if let bytes = value as? [String] { return bytes.joined(separator: " ") }
    guard let map = value as? [String: String] else { return "?" }
    return join(map.map { ($0.key, $0.value) })
  }

  private static func join(_ pairs: [(String, String)]) -> String {
    pairs.map { "\($0.0)=\($0.1)" }.sorted().joined(separator: "; ")
  }

  private static func bytes(_ data: [UInt8]) -> String {
    data.map(String.init).joined(separator: " ")
  }

  private static func map(_ map: MCAPStringMap) -> String {
    join(map.entries.map { ($0.key, $0.value) })
  }

  private static func map(_ values: MCAPChannelValues) -> String {
    join(values.entries.map { ("\($0.channelID)", "\($0.value)") })
  }

  private init(_ type: String, _ fields: [String: Any]) {
    self.type = type
    self.fields = fields.mapValues {
      switch $0 {
      case let data as [UInt8]: Self.bytes(data)
      case let map as MCAPStringMap: Self.map(map)
      case let values as MCAPChannelValues: Self.map(values)
      default: "\($0)"
      }
    }
  }

  /// The description of a record that was read.
  init(_ record: MCAPRecord) {
    switch record {
    case .header(let it): self.init("Header", ["library": it.library, "profile": it.profile])
    case .footer(let it):
      self.init(
        "Footer",
        [
          "summary_crc": it.summaryCRC, "summary_offset_start": it.summaryOffsetStart,
          "summary_start": it.summaryStart,
        ]
      )
    case .schema(let it):
      self.init(
        "Schema",
        ["data": it.data, "encoding": it.encoding, "id": it.id, "name": it.name]
      )
    case .channel(let it):
      self.init(
        "Channel",
        [
          "id": it.id, "message_encoding": it.messageEncoding, "metadata": it.metadata,
          "schema_id": it.schemaID, "topic": it.topic,
        ]
      )
    case .message(let it):
      self.init(
        "Message",
        [
          "channel_id": it.channelID, "data": it.data, "log_time": it.logTime,
          "publish_time": it.publishTime, "sequence": it.sequence,
        ]
      )
    case .chunkIndex(let it):
      self.init(
        "ChunkIndex",
        [
          "chunk_length": it.chunkLength, "chunk_start_offset": it.chunkOffset,
          "compressed_size": it.compressedSize, "compression": it.compression,
          "message_end_time": it.endTime, "message_index_length": it.messageIndexLength,
          "message_index_offsets": it.messageIndexOffsets, "message_start_time": it.startTime,
          "uncompressed_size": it.uncompressedSize,
        ]
      )
    case .attachment(let it):
      self.init(
        "Attachment",
        [
          "create_time": it.createTime, "data": it.data, "log_time": it.logTime,
          "media_type": it.mediaType, "name": it.name,
        ]
      )
    case .attachmentIndex(let it):
      self.init(
        "AttachmentIndex",
        [
          "create_time": it.createTime, "data_size": it.dataSize, "length": it.length,
          "log_time": it.logTime, "media_type": it.mediaType, "name": it.name, "offset": it.offset,
        ]
      )
    case .statistics(let it):
      self.init(
        "Statistics",
        [
          "attachment_count": it.attachmentCount, "channel_count": it.channelCount,
          "channel_message_counts": it.channelMessageCounts, "chunk_count": it.chunkCount,
          "message_count": it.messageCount, "message_end_time": it.messageEndTime,
          "message_start_time": it.messageStartTime, "metadata_count": it.metadataCount,
          "schema_count": it.schemaCount,
        ]
      )
    case .metadata(let it): self.init("Metadata", ["metadata": it.metadata, "name": it.name])
    case .metadataIndex(let it):
      self.init("MetadataIndex", ["length": it.length, "name": it.name, "offset": it.offset])
    case .summaryOffset(let it):
      self.init(
        "SummaryOffset",
        [
          "group_length": it.groupLength, "group_opcode": it.groupOpcode,
          "group_start": it.groupStart,
        ]
      )
    case .dataEnd(let it): self.init("DataEnd", ["data_section_crc": it.dataSectionCRC])
    case .chunk: self.init("Chunk", [:])
    case .messageIndex: self.init("MessageIndex", [:])
    }
  }

  func number<T: FixedWidthInteger>(_ name: String) -> T {
    T(fields[name] ?? "") ?? 0
  }

  func data(_ name: String) -> [UInt8] {
    (fields[name] ?? "").split(separator: " ").compactMap { UInt8($0) }
  }

  func map(_ name: String) -> MCAPStringMap {
    var map = MCAPStringMap()
    for pair in (fields[name] ?? "").split(separator: ";") where pair.contains("=") {
      let parts = pair.split(separator: "=")
      map[parts[0].drop { $0 == " " }.description] = String(parts[1])
    }
    return map
  }
}
