/// The summary section of a file.
public struct MCAPSummary: Sendable {
  /// The last record of the file.
  public internal(set) var footer: MCAPFooter
  /// The schemas and channels that are repeated.
  public internal(set) var catalog = MCAPCatalog()
  /// Counts and times of the whole file.
  public internal(set) var statistics: MCAPStatistics?
  /// Where the chunks lie.
  public internal(set) var chunkIndexes: [MCAPChunkIndex] = []
  /// Where the attachments lie.
  public internal(set) var attachmentIndexes: [MCAPAttachmentIndex] = []
  /// Where the metadata records lie.
  public internal(set) var metadataIndexes: [MCAPMetadataIndex] = []
  /// Where the groups of the summary lie.
  public internal(set) var summaryOffsets: [MCAPSummaryOffset] = []

  /// Reads the summary by way of the footer, which must be there.
  ///
  /// Definitions that are in `known`, too, have their memory there. No more than a record is in memory beside them.
  ///
  /// - Throws: `truncated` or `magic` if the file does not end as it should; `checksum`.
  static func read(
    _ window: inout MCAPWindow,
    _ limits: MCAPLimits,
    sharing known: MCAPCatalog = MCAPCatalog()
  ) throws(MCAPError) -> MCAPSummary {
    let footerOffset = try findFooter(&window)
    let prefix = try window.prefix(at: footerOffset)
    guard case .footer(let footer)? = try window.record(prefix, limits) else {
      throw MCAPError.record(.malformed, "footer", at: footerOffset, "there is none")
    }
    let start = footer.summaryStart == 0 ? footerOffset : footer.summaryStart
    guard start >= UInt64(MCAPFormat.magic.count), start <= footerOffset,
      footer.summaryOffsetStart == 0
        || (footer.summaryOffsetStart >= start && footer.summaryOffsetStart <= footerOffset)
    else {
      let problem = "the summary is said to start at byte \(start)"
      throw MCAPError.record(.malformed, "footer", at: footerOffset, problem)
    }
    // The checksum covers the summary and the footer up to the checksum itself.
    let count = footerOffset - start + UInt64(MCAPFormat.prefixBytes) + 16
    guard count <= UInt64(limits.recordBytes) else {
      throw MCAPError.record(.limit, "summary", at: start, "\(count) bytes are more than allowed")
    }
    if footer.summaryCRC != 0 {
      let checksum = try MCAPChecksum.of(window.source, start..<start + count)
      guard checksum.value == footer.summaryCRC else {
        throw .checksum("summary", at: start, is: checksum.value, says: footer.summaryCRC)
      }
    }
    var summary = MCAPSummary(footer: footer)
    var offset = start
    while offset < footerOffset {
      let prefix = try window.prefix(at: offset)
      guard prefix.end <= footerOffset else {
        throw MCAPError.record(.malformed, prefix.name, at: offset, "it runs into the footer")
      }
      if let record = try window.record(prefix, limits) {
        try summary.add(known.sharing(record), at: offset, name: prefix.name)
      }
      offset = prefix.end
    }
    return summary
  }

  private static func findFooter(_ window: inout MCAPWindow) throws(MCAPError) -> UInt64 {
    let magicCount = MCAPFormat.magic.count
    guard window.size >= UInt64(magicCount + MCAPFormat.tailBytes) else {
      throw MCAPError(.truncated, at: window.size, "the file ends without a footer")
    }
    let footerOffset = window.size - UInt64(MCAPFormat.tailBytes)
    let magicOffset = window.size - UInt64(magicCount)
    let tail = try window.bytes(at: footerOffset, count: MCAPFormat.tailBytes) ?? []
    guard tail.suffix(magicCount).elementsEqual(MCAPFormat.magic) else {
      throw MCAPError(.magic, at: magicOffset, "the file does not end with the magic bytes")
    }
    guard tail.first == MCAPOpcode.footer.rawValue,
      tail.loadLittleEndian(at: 1, as: UInt64.self) == UInt64(MCAPFormat.footerContentBytes)
    else { throw MCAPError(.malformed, at: footerOffset, "the file ends without a footer") }
    return footerOffset
  }

  private mutating func add(
    _ record: MCAPRecord,
    at offset: UInt64,
    name: String
  ) throws(MCAPError) {
    switch record {
    case .schema, .channel: try catalog.register(record, at: offset)
    case .statistics(let record):
      guard statistics == nil else {
        throw .record(.malformed, name, at: offset, "the file has two of them")
      }
      statistics = record
    case .chunkIndex(let record): chunkIndexes.append(record)
    case .attachmentIndex(let record): attachmentIndexes.append(record)
    case .metadataIndex(let record): metadataIndexes.append(record)
    case .summaryOffset(let record): summaryOffsets.append(record)
    default: throw .record(.malformed, name, at: offset, "it is not allowed in the summary")
    }
  }
}
