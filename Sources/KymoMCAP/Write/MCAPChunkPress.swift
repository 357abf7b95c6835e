/// Makes of a closed chunk what lies in the file: compressed records, with a header before and indexes behind.
///
/// ``prepare(_:with:)`` needs nothing but the chunk, so that several threads, each with a compressor of its own,
/// prepare several chunks at once. ``write(_:to:)`` is for one after the other, in the order of the file.
struct MCAPChunkPress: ~Copyable {
  private let options: MCAPWriterOptions
  private var compressed = UnsafeMCAPBuffer(capacity: 64)
  /// The chunk record up to its records.
  private var header = UnsafeMCAPBuffer(capacity: 256)
  /// The message indexes.
  private var indexes = UnsafeMCAPBuffer(capacity: 64 << 10)
  /// The checksums of what lies in the file: of the records, and of the indexes.
  private var checksums = (records: MCAPChecksum(), indexes: MCAPChecksum())
  private var isCompressed = false
  /// The entry in the summary; its places count from the chunk on, or from its indexes.
  private var entry = MCAPPreparedChunk()

  /// Makes a press by these options.
  init(_ options: MCAPWriterOptions) { self.options = options }

  /// Compresses a chunk, and computes everything about it that does not depend on its place in the file.
  ///
  /// - Complexity: O(bytes).
  mutating func prepare(
    _ chunk: borrowing UnsafeMCAPChunkBuilder,
    with compressor: inout UnsafeMCAPCompressor
  ) {
    isCompressed = chunk.compress(with: &compressor, into: &compressed)
    // Uncompressed, the checksum of the chunk is that of its bytes in the file, too.
    let whole =
      options.checksums || options.dataChecksum && !isCompressed
      ? chunk.checksum() : MCAPChecksum()
    entry.startTime = chunk.messageCount > 0 ? chunk.startTime : 0
    entry.endTime = chunk.endTime
    entry.compression = isCompressed ? options.compression.rawValue : ""
    entry.compressedSize = isCompressed ? compressed.count : chunk.count
    entry.uncompressedSize = chunk.count
    stageHeader(options.checksums ? whole.value : 0)
    stageIndexes(chunk)
    guard options.dataChecksum else { return }
    checksums.records = isCompressed ? compressed.checksum(0..<compressed.count) : whole
    checksums.indexes = indexes.checksum(0..<indexes.count)
  }

  private mutating func stageHeader(_ checksum: UInt32) {
    header.clear()
    let mark = header.beginRecord(.chunk)
    header.put(entry.startTime)
    header.put(entry.endTime)
    header.put(UInt64(entry.uncompressedSize))
    header.put(checksum)
    header.put(string: entry.compression)
    header.put(UInt64(entry.compressedSize))
    header.endRecord(mark, extra: entry.compressedSize)
  }

  private mutating func stageIndexes(_ chunk: borrowing UnsafeMCAPChunkBuilder) {
    indexes.clear()
    entry.indexOffsets.removeAll(keepingCapacity: true)
    guard options.messageIndex else { return }
    for channel in 0..<chunk.slotCount where chunk.openCount(channel: UInt16(channel)) > 0 {
      let channel = UInt16(channel)
      entry.indexOffsets.append(.init(channelID: channel, value: UInt64(indexes.count)))
      chunk.appendIndex(channel: channel, to: &indexes)
    }
  }

  /// Writes the chunk that was prepared.
  ///
  /// - Throws: `system` if the sink fails.
  mutating func write(
    _ chunk: borrowing UnsafeMCAPChunkBuilder,
    isApart: Bool = false,
    to output: MCAPOutput
  ) throws(MCAPError) {
    let start = output.position
    let end = start + UInt64(header.count + entry.compressedSize)
    if output.hasTail {
      // It takes the place of its copy, in one piece.
      var whole = UnsafeMCAPBuffer(capacity: Int(end - start) + indexes.count)
      record(of: chunk, into: &whole)
      indexes.withBytes(0..<indexes.count) { whole.put(span: $0) }
      header.clear()
      try whole.withBytes(0..<whole.count) { bytes throws(MCAPError) in
        try output.write(bytes, closing: isApart ? .apart : .chunk)
      }
    } else {
      try writePieces(chunk, to: output)
    }
    if !isApart { output.noteChunk(messages: chunk.messageCount) }
    guard options.chunkIndex else { return }
    output.chunkIndexes.append(
      entry.index(at: start, length: end - start, indexLength: output.position - end)
    )
  }

  private mutating func writePieces(
    _ chunk: borrowing UnsafeMCAPChunkBuilder,
    to output: MCAPOutput
  ) throws(MCAPError) {
    try output.write(&header)
    let checksum = options.dataChecksum ? checksums.records : nil
    if isCompressed {
      try output.write(&compressed, known: checksum)
    } else {
      try chunk.withRecords { records throws(MCAPError) in
        try output.write(records, known: checksum)
      }
    }
    if indexes.count > 0 {
      try output.write(&indexes, known: options.dataChecksum ? checksums.indexes : nil)
    }
  }

  /// Appends the record of the chunk that was prepared, without indexes.
  func record(
    of chunk: borrowing UnsafeMCAPChunkBuilder,
    into buffer: inout UnsafeMCAPBuffer
  ) {
    header.withBytes(0..<header.count) { buffer.put(span: $0) }
    if isCompressed {
      compressed.withBytes(0..<compressed.count) { buffer.put(span: $0) }
    } else {
      chunk.withRecords { buffer.put(span: $0) }
    }
  }
}
