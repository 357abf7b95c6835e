/// What stands behind the data: groups of records, where each lies, and the end of the file.
extension MCAPWriter {
  /// Puts the summary, the footer and the magic bytes behind what is staged.
  mutating func stageSummary() {
    let start = position
    var groups: [MCAPSummaryOffset] = []
    stage(options.repeatSchemas ? schemas.map { .schema($0) } : [], .schema, &groups)
    stage(options.repeatChannels ? channels.map { .channel($0) } : [], .channel, &groups)
    stage(options.statistics ? [.statistics(counts)] : [], .statistics, &groups)
    stage(metadataIndexes.map { .metadataIndex($0) }, .metadataIndex, &groups)
    stage(attachmentIndexes.map { .attachmentIndex($0) }, .attachmentIndex, &groups)
    stage(output.chunkIndexes.map { .chunkIndex($0) }, .chunkIndex, &groups)
    let summaryBytes = staging.count
    let offsetStart = start + UInt64(summaryBytes)
    if options.summaryOffsets { for group in groups { group.encode(into: &staging) } }
    let hasOffsets = staging.count > summaryBytes
    // The checksum covers the footer's own opcode and length, too.
    staging.put(MCAPOpcode.footer.rawValue)
    staging.put(UInt64(MCAPFormat.footerContentBytes))
    staging.put(summaryBytes > 0 ? start : 0)
    staging.put(hasOffsets ? offsetStart : 0)
    staging.put(options.checksums ? staging.checksum(0..<staging.count).value : 0)
    staging.put(bytes: MCAPFormat.magic)
  }

  private mutating func stage(
    _ records: [MCAPRecord],
    _ opcode: MCAPOpcode,
    _ groups: inout [MCAPSummaryOffset]
  ) {
    guard !records.isEmpty else { return }
    let before = staging.count
    for record in records { record.encode(into: &staging) }
    groups.append(
      MCAPSummaryOffset(
        groupOpcode: opcode.rawValue,
        groupStart: position + UInt64(before),
        groupLength: UInt64(staging.count - before)
      )
    )
  }
}
