/// Reads a file from front to back, also from a pipe: messages as views, or record by record.
///
///     while let message = try reader.nextMessage() {
///       reader.withData(of: message) { data in … }
///     }
///
/// Chunks are decompressed and appear as the records in them. Every checksum is compared: of
/// chunks, attachments, the data section and the summary.
@safe public struct MCAPStreamReader: ~Copyable {
  /// The most that is allocated.
  public let limits: MCAPLimits
  /// Whether message index records appear; they are left out by default.
  public var includesMessageIndexes = false
  /// Whether checksums are compared.
  public var validatesChecksums = true {
    didSet {
      decoder.validatesChecksums = validatesChecksums
      input.sums = validatesChecksums
    }
  }

  @usableFromInline enum Section { case start, data, chunk, summary, end }

  /// The result of one step.
  @usableFromInline enum Step {
    case message(MCAPMessageView)
    case record(MCAPRecord)
    /// Something that does not appear.
    case nothing
    case end
  }

  @usableFromInline var section = Section.start
  @usableFromInline var decoder: MCAPChunkDecoder
  @usableFromInline var input: MCAPStreamInput
  /// One flag per channel id, up to the largest that was met: whether the channel is known.
  @usableFromInline var known: [Bool] = []
  private var summaryOffset: UInt64 = 0

  /// Starts at the first byte of a source.
  public init(_ source: any MCAPByteSource, limits: MCAPLimits = MCAPLimits()) {
    self.limits = limits
    input = MCAPStreamInput(source)
    decoder = MCAPChunkDecoder(limits: limits)
  }

  /// The schemas and channels met so far.
  public var catalog: MCAPCatalog { decoder.catalog }
  /// The byte of the file up to which it has been read.
  public var offset: UInt64 { input.offset }

  // MARK: Messages

  /// The next message, in the order of the file; nil after the magic bytes at the end.
  ///
  /// Other records on the way are checked and left out; schemas and channels go to ``catalog``. The view is
  /// good until the next call.
  ///
  /// - Throws: `MCAPError` of any kind; what was returned before it is good.
  /// - Complexity: O(1) amortised, and O(bytes) for the other records and the chunks.
  @inlinable public mutating func nextMessage() throws(MCAPError) -> MCAPMessageView? {
    while true {
      if case .chunk = section {
        if let view = decoder.records.message(at: decoder.position), isKnown(view.channelID) {
          decoder.position = view.dataOffset &+ view.dataLength
          return view
        }
      } else if case .data = section, let view = input.buffer.message(at: input.used),
        isKnown(view.channelID), view.dataLength &+ 22 <= limits.recordBytes
      {
        input.used = view.dataOffset &+ view.dataLength
        return view
      }
      switch try step() {
      case .message(let view): return view
      case .end: return nil
      default: continue
      }
    }
  }

  /// Lends the data of the message that ``nextMessage()`` gave last.
  ///
  /// - Complexity: O(1).
  @inlinable public func withData<R: ~Copyable, E: Error>(
    of message: MCAPMessageView,
    _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    if case .chunk = section { return try decoder.records.withBytes(message.dataRange, body) }
    return try input.buffer.withBytes(message.dataRange, body)
  }

  /// A copy of the message that ``nextMessage()`` gave last, to keep.
  ///
  /// - Complexity: O(bytes).
  public func message(_ view: MCAPMessageView) -> MCAPMessage {
    section == .chunk ? decoder.message(view) : input.buffer.message(view)
  }

  // MARK: Records

  /// The next record with copies of its data, or nil after the magic bytes at the end.
  ///
  /// - Throws: `MCAPError` of any kind; what was returned before it is good.
  /// - Complexity: O(bytes of the record), or of the chunk.
  public mutating func next() throws(MCAPError) -> MCAPRecord? {
    while true {
      switch try step() {
      case .message(let view): return .message(message(view))
      case .record(let record): return record
      case .nothing: continue
      case .end: return nil
      }
    }
  }

  @inlinable func isKnown(_ channel: UInt16) -> Bool {
    Int(channel) < known.count && known[Int(channel)]
  }

  /// Takes one record, whatever it is.
  @usableFromInline mutating func step() throws(MCAPError) -> Step {
    switch section {
    case .end: return .end
    case .start:
      try expectMagic("it starts with other bytes")
      section = .data
      return .nothing
    case .chunk:
      if let view = decoder.records.message(at: decoder.position) {
        decoder.position = view.dataOffset + view.dataLength
        return try checked(view, at: offset)
      }
      guard decoder.isAtEnd else { return try decoder.nextOther().map { .record($0) } ?? .nothing }
      section = .data
      return .nothing
    case .data, .summary: return try stepOutside()
    }
  }

  private mutating func checked(_ view: MCAPMessageView, at start: UInt64) throws(MCAPError) -> Step
  {
    let id = Int(view.channelID)
    guard !isKnown(view.channelID) else { return .message(view) }
    guard decoder.catalog.channel(view.channelID) != nil else {
      throw .record(.malformed, "message", at: start, "channel \(id) is not known")
    }
    while known.count <= id { known.append(false) }
    known[id] = true
    return .message(view)
  }

  /// Takes a record outside of chunks.
  private mutating func stepOutside() throws(MCAPError) -> Step {
    let start = offset
    let prefixBytes = MCAPFormat.prefixBytes
    guard try input.require(prefixBytes) else {
      throw .record(.truncated, "record", at: start, "the file ends")
    }
    let opcode: UInt8 = input.buffer.load(at: input.used)
    let length: UInt64 = input.buffer.load(at: input.used + 1)
    let name = MCAPOpcode(rawValue: opcode)?.name ?? "record with opcode \(opcode)"
    guard opcode != 0 else {
      throw .record(.malformed, "record", at: start, "opcode 0 does not exist")
    }
    if let size = input.source.size {
      let end = start + UInt64(prefixBytes)
      let left = size > end ? size - end : 0
      guard length <= left else {
        let problem = "\(length) bytes, but the file ends after \(left)"
        throw .record(.truncated, name, at: start, problem)
      }
    }
    guard length <= UInt64(limits.recordBytes) else {
      let problem = "\(length) bytes, more than the \(limits.recordBytes) allowed"
      throw .record(.limit, name, at: start, problem)
    }
    let kind = MCAPOpcode(rawValue: opcode)
    if kind == .chunk, section == .data { return try takeChunk(length, at: start) }
    guard try input.require(prefixBytes + Int(length)) else {
      throw .record(.truncated, name, at: start, "\(length) bytes, but the file ends before")
    }
    if kind == .message, section == .data, let view = input.buffer.message(at: input.used) {
      input.advance(prefixBytes + Int(length))
      return try checked(view, at: start)
    }
    let content = input.peek(Int(length), skipping: prefixBytes)
    let before = kind == .dataEnd || kind == .footer ? input.sumOfUsed() : MCAPChecksum()
    guard let record = try MCAPRecord.decode(opcode: opcode, content: content, at: start) else {
      input.advance(prefixBytes + Int(length))
      return .nothing
    }
    if case .footer(let footer) = record {
      try check(footer, input.peek(prefixBytes + content.count), at: start, before)
      input.advance(prefixBytes + content.count)
      try expectMagic("it ends with other bytes")
      guard try !input.require(1) else {
        throw .record(.malformed, "file", at: offset, "bytes after the end")
      }
      section = .end
      return .record(record)
    }
    input.advance(prefixBytes + content.count)
    return try accept(record, at: start, before)
  }

  /// Checks a record against the section in which it lies.
  private mutating func accept(
    _ record: MCAPRecord,
    at start: UInt64,
    _ before: MCAPChecksum
  ) throws(MCAPError) -> Step {
    switch (record, section) {
    case (.messageIndex, .data): return includesMessageIndexes ? .record(record) : .nothing
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
      input.restartSum()
    case (.header, .data), (.metadata, .data): break
    case (.statistics, .summary), (.chunkIndex, .summary), (.attachmentIndex, .summary),
      (.metadataIndex, .summary), (.summaryOffset, .summary):
      break
    default: throw .record(.malformed, "record", at: start, "it lies in the wrong section")
    }
    return .record(record)
  }

  // MARK: Chunks

  /// More than the fields of a chunk need before its records.
  private static let chunkHeaderBytes: UInt64 = 256

  /// Reads a chunk's records straight into the decoder.
  private mutating func takeChunk(_ length: UInt64, at start: UInt64) throws(MCAPError) -> Step {
    let fieldBytes = Int(min(length, Self.chunkHeaderBytes))
    guard try input.require(MCAPFormat.prefixBytes + fieldBytes) else {
      throw .record(.truncated, "chunk", at: start, "\(length) bytes, but the file ends before")
    }
    let segment = try MCAPSegment(
      header: input.peek(fieldBytes, skipping: MCAPFormat.prefixBytes),
      contentLength: length,
      at: start,
      limits: limits
    )
    input.advance(Int(segment.recordsOffset - start))
    if let problem = try Self.load(segment, &input, &decoder) { throw problem }
    if validatesChecksums {
      input.add(decoder.storedChecksum(segment.compression), length: segment.compressedSize)
    }
    guard try input.skip(start + segment.length - offset) else {
      throw .record(.truncated, "chunk", at: start, "\(length) bytes, but the file ends before")
    }
    section = .chunk
    return .nothing
  }

  private static func load(
    _ segment: MCAPSegment,
    _ input: inout MCAPStreamInput,
    _ decoder: inout MCAPChunkDecoder
  ) throws(MCAPError) -> MCAPError? {
    let isSized = input.source.size != nil
    return try decoder.salvage(segment, isSized: isSized) { (_, output) throws(MCAPError) in
      try input.read(into: &output)
    }
  }

  // MARK: Ends

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
        "the summary starts at byte \(summaryOffset), not \(footer.summaryStart) as the footer says"
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
    let magic = MCAPFormat.magic
    guard try input.require(magic.count), input.peek(magic.count) == magic else {
      throw MCAPError(.magic, at: start, "this is not a whole MCAP file: \(problem)")
    }
    input.advance(magic.count)
  }
}
