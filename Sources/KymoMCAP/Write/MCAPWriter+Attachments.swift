/// Attachments and metadata, which lie before the open chunk in the file.
extension MCAPWriter {
  /// Writes an attachment; it lies before the open chunk in the file.
  ///
  /// - Throws: `system` if the sink fails.
  /// - Complexity: O(bytes).
  public mutating func append(_ attachment: MCAPAttachment) throws(MCAPError) {
    try settle()
    attachment.encode(into: &staging, checksums: options.checksums)
    let start = try writeStaging()
    note(attachment, of: UInt64(attachment.data.count), at: start)
  }

  /// Writes an attachment of which the data comes in pieces, so that memory holds one of them.
  ///
  /// - Parameters:
  ///   - attachment: The fields; its own data is left out.
  ///   - size: Bytes of the data.
  ///   - pieces: Hands over the data piece by piece, exactly `size` bytes.
  /// - Precondition: no copies of open chunks are kept behind the end (``MCAPWriterOptions/flushNanoseconds`` is 0).
  /// - Throws: `system` if the sink fails, or what `pieces` throws; the file is then torn.
  /// - Complexity: O(bytes).
  mutating func append(
    _ attachment: MCAPAttachment,
    size: UInt64,
    pieces: ((RawSpan) throws(MCAPError) -> Void) throws(MCAPError) -> Void
  ) throws(MCAPError) {
    precondition(!output.canKeepTail, "what is put before copies of chunks has to be whole")
    try settle()
    let start = position
    let content = attachment.beginRecord(in: &staging, size: size)
    var checksum = staging.checksum(content..<staging.count)
    let end = start + UInt64(staging.count) + size
    try output.write(&staging)
    let (output, keepsChecksum) = (output, options.checksums)
    try pieces { (piece) throws(MCAPError) in
      if keepsChecksum { checksum.update(piece) }
      try output.write(piece)
    }
    precondition(position == end, "an attachment has exactly the data that its size says")
    staging.put(keepsChecksum ? checksum.value : 0)
    try output.write(&staging)
    note(attachment, of: size, at: start)
  }

  /// Counts the attachment that was written last, and keeps where it lies.
  private mutating func note(_ attachment: MCAPAttachment, of size: UInt64, at start: UInt64) {
    counts.attachmentCount += 1
    guard options.attachmentIndex else { return }
    attachmentIndexes.append(
      MCAPAttachmentIndex(
        offset: start,
        length: position - start,
        logTime: attachment.logTime,
        createTime: attachment.createTime,
        dataSize: size,
        name: attachment.name,
        mediaType: attachment.mediaType
      )
    )
  }

  /// Writes a metadata record; it lies before the open chunk in the file.
  ///
  /// - Throws: `system` if the sink fails.
  /// - Complexity: O(bytes).
  public mutating func append(_ metadata: MCAPMetadata) throws(MCAPError) {
    try settle()
    metadata.encode(into: &staging)
    let start = try writeStaging()
    counts.metadataCount += 1
    guard options.metadataIndex else { return }
    let index = MCAPMetadataIndex(offset: start, length: position - start, name: metadata.name)
    metadataIndexes.append(index)
  }

  // MARK: What lies beside the open chunk

  /// Writes what is staged, at a time when nobody else writes, and returns where it begins.
  mutating func writeStaging() throws(MCAPError) -> UInt64 {
    guard let queue = threads?.queue else {
      let start = position
      try output.write(&staging)
      return start
    }
    return try queue.withOutput { output throws(MCAPError) in
      let start = output.position
      try output.write(&staging)
      return start
    }
  }

  /// Waits until what is closed is in the file, so that what comes next can be put behind it.
  mutating func settle() throws(MCAPError) {
    if !options.chunked { try closeApart() }
    threads?.queue.drain()
    try output.check()
  }
}
