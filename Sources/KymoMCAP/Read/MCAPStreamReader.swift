/// Reads a file from front to back, record by record, also from a pipe.
///
/// Chunks are decompressed and appear as the records in them. Every checksum is compared: of
/// chunks, attachments, the data section and the summary.
@safe public struct MCAPStreamReader: ~Copyable {
  /// What is allocated at most.
  public let limits: MCAPLimits
  /// Whether message index records appear; they are left out by default.
  public var includesMessageIndexes = false
  /// Whether checksums are compared.
  public var validatesChecksums = true {
    didSet { decoder.validatesChecksums = validatesChecksums }
  }

  private enum Section { case start, data, chunk, summary, end }

  private let source: any MCAPByteSource
  private var section = Section.start
  private var decoder: MCAPChunkDecoder
  private var buffer = UnsafeMCAPBuffer(capacity: 128 << 10)
  /// Bytes of the buffer that are used up.
  private var used = 0
  /// The file's byte at which the buffer starts.
  private var bufferOffset: UInt64 = 0
  /// Of the file up to the data end, then of the summary.
  private var checksum = MCAPChecksum()
  private var summaryOffset: UInt64 = 0

  private static let stepBytes = 4 << 20

  /// Starts at the first byte of a source.
  public init(_ source: any MCAPByteSource, limits: MCAPLimits = MCAPLimits()) {
    self.source = source
    self.limits = limits
    decoder = MCAPChunkDecoder(limits: limits)
  }

  /// The schemas and channels met so far.
  public var catalog: MCAPCatalog { decoder.catalog }
  /// The byte of the file up to which it has been read.
  public var offset: UInt64 { bufferOffset + UInt64(used) }

  /// The next record, or nil after the magic bytes at the end.
  ///
  /// - Throws: `MCAPError` of any kind; what was returned before it is good.
  /// - Complexity: O(bytes of the record), or of the chunk.
  public mutating func next() throws(MCAPError) -> MCAPRecord? {
    while true {
      switch section {
      case .end: return nil
      case .start:
        try expectMagic("it starts with other bytes")
        section = .data
      case .chunk:
        if let record = try decoder.nextRecord() { return try checked(record, at: offset) }
        section = .data
      case .data, .summary:
        if let record = try nextOutside() { return record }
      }
    }
  }

  private mutating func nextOutside() throws(MCAPError) -> MCAPRecord? {
    let start = offset
    let before = checksum
    guard let prefix = try take(MCAPFormat.prefixBytes) else {
      throw .record(.truncated, "record", at: start, "the file ends")
    }
    let opcode = prefix[0]
    let length: UInt64 = prefix.loadLittleEndian(at: 1)
    let name = MCAPOpcode(rawValue: opcode)?.name ?? "record with opcode \(opcode)"
    guard opcode != 0 else {
      throw .record(.malformed, "record", at: start, "opcode 0 does not exist")
    }
    if let size = source.size {
      let left = size > offset ? size - offset : 0
      guard length <= left else {
        let problem = "\(length) bytes, but the file ends after \(left)"
        throw .record(.truncated, name, at: start, problem)
      }
    }
    guard length <= UInt64(limits.recordBytes) else {
      let problem = "\(length) bytes, more than the \(limits.recordBytes) allowed"
      throw .record(.limit, name, at: start, problem)
    }
    guard let content = try take(Int(length)) else {
      throw .record(.truncated, name, at: start, "\(length) bytes, but the file ends before")
    }
    guard let record = try MCAPRecord.decode(opcode: opcode, content: content, at: start) else {
      return nil
    }
    if case .footer(let footer) = record {
      try check(footer, prefix + content, at: start, before)
      try expectMagic("it ends with other bytes")
      guard try take(1) == nil else {
        throw .record(.malformed, "file", at: offset - 1, "bytes behind the end")
      }
      section = .end
      return record
    }
    return try accept(record, at: start, before)
  }

  /// Checks a record against the section in which it lies.
  private mutating func accept(
    _ record: MCAPRecord,
    at start: UInt64,
    _ before: MCAPChecksum
  ) throws(MCAPError) -> MCAPRecord? {
    switch (record, section) {
    case (.chunk(let chunk), .data):
      try decoder.load(chunk, at: start)
      section = .chunk
      return nil
    case (.messageIndex, .data): return includesMessageIndexes ? record : nil
    case (.schema, _), (.channel, _): try decoder.catalog.register(record, at: start)
    case (.attachment(let attachment), .data):
      if case .differs(let found, let says) = attachment.checksum, validatesChecksums {
        throw .checksum("attachment", at: start, is: found, says: says)
      }
    case (.dataEnd(let end), .data):
      if end.dataSectionCRC != 0, validatesChecksums, before.value != end.dataSectionCRC {
        throw .checksum("data section", at: start, is: before.value, says: end.dataSectionCRC)
      }
      section = .summary
      summaryOffset = offset
      checksum = MCAPChecksum()
    case (.header, .data), (.message, .data), (.metadata, .data): break
    case (.statistics, .summary), (.chunkIndex, .summary), (.attachmentIndex, .summary),
      (.metadataIndex, .summary), (.summaryOffset, .summary):
      break
    default: throw .record(.malformed, "record", at: start, "it lies in the wrong section")
    }
    return try checked(record, at: start)
  }

  private func checked(_ record: MCAPRecord, at start: UInt64) throws(MCAPError) -> MCAPRecord {
    if case .message(let message) = record, decoder.catalog.channel(message.channelID) == nil {
      let problem = "channel \(message.channelID) is not known"
      throw .record(.malformed, "message", at: start, problem)
    }
    return record
  }

  private func check(
    _ footer: MCAPFooter,
    _ bytes: [UInt8],
    at start: UInt64,
    _ before: MCAPChecksum
  ) throws(MCAPError) {
    guard section == .summary else {
      throw .record(.malformed, "footer", at: start, "the data section has no end")
    }
    guard footer.summaryStart == 0 || footer.summaryStart == summaryOffset else {
      let problem =
        "the summary is said to start at byte \(footer.summaryStart), but does at \(summaryOffset)"
      throw .record(.malformed, "footer", at: start, problem)
    }
    guard footer.summaryCRC != 0, validatesChecksums else { return }
    var found = footer.summaryStart == 0 ? MCAPChecksum() : before
    bytes.withRawSpan { found.update($0.extracting(first: MCAPFormat.prefixBytes + 16)) }
    guard found.value == footer.summaryCRC else {
      throw .checksum("summary", at: summaryOffset, is: found.value, says: footer.summaryCRC)
    }
  }

  private mutating func expectMagic(_ problem: String) throws(MCAPError) {
    let start = offset
    guard try take(MCAPFormat.magic.count) == MCAPFormat.magic else {
      throw MCAPError(.magic, at: start, "this is not a whole MCAP file: \(problem)")
    }
  }

  /// The next bytes of the file, or nil if it ends before.
  private mutating func take(_ count: Int) throws(MCAPError) -> [UInt8]? {
    while buffer.count - used < count {
      buffer.dropFirst(used)
      bufferOffset += UInt64(used)
      used = 0
      // A length that the file does not keep must not allocate more than a step ahead of it.
      let wanted = min(max(count - buffer.count, 64 << 10), Self.stepBytes)
      let before = buffer.count
      let source = source
      let place = bufferOffset + UInt64(before)
      try buffer.append(limit: wanted) { output throws(MCAPError) in
        try source.read(at: place, into: &output)
      }
      guard buffer.count > before else { return nil }
    }
    let range = used..<used + count
    used = range.upperBound
    if section != .chunk, validatesChecksums {
      checksum.append(buffer.checksum(range), length: count)
    }
    return buffer.copy(range)
  }
}
