/// The part behind the data: groups of records, where each lies, and the end of the file.
extension MCAPWriter {
  /// How much of the summary is in memory before it is written, in bytes; a record more at most.
  private static var stagedBytes: Int { 1 << 20 }

  /// Writes the summary, the footer and the magic bytes.
  mutating func writeSummary() throws(MCAPError) {
    let start = position
    var checksum = MCAPChecksum()
    var groups: [MCAPSummaryOffset] = []
    func group(
      _ records: some Collection<MCAPRecord>,
      _ writer: inout Self
    ) throws(MCAPError) {
      guard let first = records.first else { return }
      let before = writer.stagedEnd
      for record in records { try writer.stage(record, &checksum) }
      groups.append(
        MCAPSummaryOffset(
          groupOpcode: first.opcode.rawValue,
          groupStart: before,
          groupLength: writer.stagedEnd - before
        )
      )
    }
    if options.repeatSchemas { try group(schemas.lazy.map { .schema($0) }, &self) }
    if options.repeatChannels { try group(channels.lazy.map { .channel($0) }, &self) }
    if options.statistics { try group([.statistics(counts)], &self) }
    try group(metadataIndexes.lazy.map { .metadataIndex($0) }, &self)
    try group(attachmentIndexes.lazy.map { .attachmentIndex($0) }, &self)
    try group(output.chunkIndexes.lazy.map { .chunkIndex($0) }, &self)
    let offsetStart = stagedEnd
    if options.summaryOffsets {
      for group in groups { try stage(.summaryOffset(group), &checksum) }
    }
    // The checksum covers the footer's own opcode and length, too.
    let hasOffsets = stagedEnd > offsetStart
    staging.put(MCAPOpcode.footer.rawValue)
    staging.put(UInt64(MCAPFormat.footerContentBytes))
    staging.put(offsetStart > start ? start : 0)
    staging.put(hasOffsets ? offsetStart : 0)
    staging.withBytes(0..<staging.count) { checksum.update($0) }
    staging.put(options.checksums ? checksum.value : 0)
    staging.put(bytes: MCAPFormat.magic)
    try output.write(&staging)
  }

  /// The byte of the file at which what is staged ends.
  private var stagedEnd: UInt64 { position + UInt64(staging.count) }

  /// Stages a record, and writes what is staged if that is much.
  private mutating func stage(
    _ record: MCAPRecord,
    _ checksum: inout MCAPChecksum
  ) throws(MCAPError) {
    record.encode(into: &staging)
    guard staging.count >= Self.stagedBytes else { return }
    staging.withBytes(0..<staging.count) { checksum.update($0) }
    try output.write(&staging)
  }
}
