/// Reads a file strictly, from front to back: everything that the format forbids or advises against is found,
/// with its byte, and reading goes on behind it as long as lengths make sense.
///
///     let report = try MCAPChecker.check(MCAPFileSource(path: "walk.mcap"))
///     for finding in report.findings { print(finding.severity, finding.problem) }
///
/// Every checksum is compared, that of the data section included: it covers the header, metadata, attachments
/// and message indexes. Every chunk is decompressed, every index entry compared with the message at which it
/// points, and the summary against what the data section holds. A repeat of a schema or channel in a further
/// chunk, which makes that chunk readable alone, is no finding.
///
/// The messages come out on the way, in the order of the file, so that whoever counts them needs no second
/// pass. Memory holds one chunk, or one record outside of chunks, within the limits, and a few hundred bytes
/// for each chunk, attachment and metadata record.
@safe public struct MCAPChecker: ~Copyable {
  /// The most that is allocated.
  public let limits: MCAPLimits
  /// The findings so far.
  public internal(set) var report = MCAPCheckReport()

  /// The section that is being read.
  @usableFromInline enum Section { case start, data, chunk, summary, end }

  @usableFromInline var section = Section.start
  @usableFromInline var input: MCAPStreamInput
  @usableFromInline var decoder: MCAPChunkDecoder
  /// The thread that loads chunks, if there is one.
  var ahead: MCAPChunkAhead?
  var file = MCAPCheckedFile()
  /// The byte among the records of the open chunk up to which its messages were handed out.
  @usableFromInline var place = 0
  /// The counts of the open chunk.
  var counts = MCAPChunkTally()
  /// How many of the channels in the open chunk were looked up.
  var knownChannels = 0
  /// The open chunk, as long as nothing but message indexes follows it.
  var segment: MCAPSegment?
  var claimedTimes: (start: UInt64, end: UInt64) = (0, 0)
  /// The definitions that the open chunk has had so far.
  var definitions: Set<UInt32> = []
  /// The footer, if the file's last bytes are one, and its first byte.
  var footer: (record: MCAPFooter, offset: UInt64)?
  var hasHeader = false
  var hasOutsideDefinitions: Set<UInt32> = []
  var summaryOffset: UInt64 = 0
  var dataEndOffset: UInt64 = 0
  /// The first message outside of chunks, and the first that is earlier than one of its channel before it.
  var firstOutside: UInt64?
  var outsideCount: UInt64 = 0
  var firstLate: UInt64?
  var unsummedChunk: UInt64?

  /// Starts at the first byte of a source.
  ///
  /// - Throws: `system`, if the end of the file cannot be read.
  public init(
    _ source: any MCAPByteSource,
    limits: MCAPLimits = MCAPLimits()
  ) throws(MCAPError) {
    self.limits = limits
    input = MCAPStreamInput(source)
    decoder = MCAPChunkDecoder(limits: limits)
    footer = try Self.footer(source)
  }

  /// Reads and decompresses the chunks that a scan of the file has found on a thread of its own, ahead of the messages.
  ///
  /// What is found is the same: a chunk that is not where the scan has seen it is read as without. Has no effect for
  /// a source that is no ``MCAPFileSource``.
  package mutating func loadAhead(_ segments: [MCAPSegment]) {
    guard let source = input.source as? MCAPFileSource else { return }
    ahead = MCAPChunkAhead(source, segments, limits: limits)
  }

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - source: The file, or a pipe.
  ///   - limits: What is allocated at most.
  ///   - shouldStop: Asked before every chunk; true ends with a report that is not finished.
  /// - Returns: What was found.
  /// - Throws: `system` only: whatever else is wrong is in the report.
  /// - Complexity: O(bytes, decompressed).
  public static func check(
    _ source: any MCAPByteSource,
    limits: MCAPLimits = MCAPLimits(),
    shouldStop: () -> Bool = { false }
  ) throws(MCAPError) -> MCAPCheckReport {
    var checker = try MCAPChecker(source, limits: limits)
    var chunks: UInt64 = 0
    while try checker.nextMessage() != nil {
      if checker.report.chunkCount == chunks { continue }
      chunks = checker.report.chunkCount
      if shouldStop() { break }
    }
    return checker.report
  }

  /// The schemas and channels met so far.
  public var catalog: MCAPCatalog { file.catalog }

  // MARK: Messages

  /// The next message in the order of the file, or nil at the end of all that can be read.
  ///
  /// A chunk that is damaged is reported, and its messages are left out. The view is good until the next call.
  ///
  /// - Throws: `system` only.
  /// - Complexity: O(1) amortised, and O(bytes) for the other records and the chunks.
  @inlinable public mutating func nextMessage() throws(MCAPError) -> MCAPMessageView? {
    // Inlined, so that most messages cost a look at their fields.
    if section == .chunk, let view = nextHere() { return view }
    return try nextElsewhere()
  }

  /// The message at ``place`` of the open chunk; nil if another record is there, or none.
  @inlinable @inline(always) mutating func nextHere() -> MCAPMessageView? {
    guard let view = decoder.records.message(at: place) else { return nil }
    place = view.dataOffset &+ view.dataLength
    return view
  }

  /// The next message, where the next record is none of the open chunk.
  @usableFromInline mutating func nextElsewhere() throws(MCAPError) -> MCAPMessageView? {
    while true {
      switch section {
      case .end: return nil
      case .chunk where place == counts.place: section = .data
      case .chunk:
        if let view = nextHere() { return view }
        place = endOfRecord(at: place)
      case .start: try takeMagic()
      case .data, .summary:
        do { if let view = try takeRecord() { return view } } catch {
          if case .system = error.kind { throw error }
          // Where the next record starts is not known any more.
          add(error)
          finish(whole: false)
        }
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
    if section == .chunk { return try decoder.records.withBytes(message.dataRange, body) }
    return try input.buffer.withBytes(message.dataRange, body)
  }

  // MARK: Findings

  mutating func add(_ error: MCAPError, inChunk offset: UInt64? = nil) {
    report.add(MCAPFinding(.error, error, offsetInChunk: offset))
  }

  mutating func warn(_ what: String, _ offset: UInt64, _ problem: String) {
    report.add(MCAPFinding(.warning, .record(.malformed, what, at: offset, problem)))
  }

  /// Ends the reading; what is missing from a file that is not `whole` is no further error.
  mutating func finish(whole: Bool) {
    if !whole { file.isWhole = false }
    section = .end
    report.byteCount = input.offset
    report.messageCount = file.tally.count
    report.isFinished = true
  }

  // MARK: Records

  mutating func takeMagic() throws(MCAPError) {
    let magic = MCAPFormat.magic
    guard try input.require(magic.count), input.peek(magic.count) == magic else {
      let isEmpty = try !input.require(1)
      let problem =
        isEmpty ? "the file is empty" : "it is not an MCAP file: it starts with other bytes"
      add(MCAPError(.magic, at: 0, problem))
      return finish(whole: false)
    }
    input.advance(magic.count)
    section = .data
  }

  /// Uses up bytes of a record up to its end.
  mutating func skip(
    to end: UInt64,
    _ what: String,
    _ start: UInt64
  ) throws(MCAPError) {
    guard try input.skip(end - input.offset) else {
      throw .record(.truncated, what, at: start, "the file ends before it does")
    }
  }

  /// Takes a record outside of chunks; a message is returned.
  ///
  /// - Throws: `system`, or what makes it impossible to say where the next record is.
  mutating func takeRecord() throws(MCAPError) -> MCAPMessageView? {
    let start = input.offset
    let prefixBytes = MCAPFormat.prefixBytes
    guard try input.require(prefixBytes) else {
      throw .record(.truncated, "record", at: start, "the file ends")
    }
    let opcode: UInt8 = input.buffer.load(at: input.used)
    let length: UInt64 = input.buffer.load(at: input.used + 1)
    let kind = MCAPOpcode(rawValue: opcode)
    let name = kind?.name ?? "record with opcode \(opcode)"
    guard opcode != 0 else {
      throw .record(.malformed, "record", at: start, "opcode 0 does not exist")
    }
    if let size = input.source.size {
      let left = size - min(size, start + UInt64(prefixBytes))
      guard length <= left else {
        let problem = "\(length) bytes, but the file ends after \(left)"
        throw .record(.truncated, name, at: start, problem)
      }
    }
    guard length <= UInt64(limits.recordBytes) else {
      let problem = "\(length) bytes, more than the \(limits.recordBytes) allowed"
      throw .record(.limit, name, at: start, problem)
    }
    if !hasHeader {
      hasHeader = true
      if kind != .header {
        add(.record(.malformed, name, at: start, "the first record is not the header"))
      }
    } else if kind == .header {
      add(.record(.malformed, name, at: start, "it is not the first record"))
    }
    if section == .data, kind != .messageIndex { closeIndexes() }
    let end = start + UInt64(prefixBytes) + length
    switch kind {
    case .chunk where section == .data:
      try takeChunk(length, at: start)
      return nil
    case .attachment where section == .data:
      try takeAttachment(length, at: start)
      return nil
    case nil:
      if opcode < 0x80 {
        let problem = MCAPError.record(
          .unsupported,
          "record",
          at: start,
          "unknown opcode \(opcode)"
        )
        report.add(MCAPFinding(.warning, problem))
      }
      try skip(to: end, name, start)
      return nil
    default: break
    }
    guard try input.require(prefixBytes + Int(length)) else {
      throw .record(.truncated, name, at: start, "\(length) bytes, but the file ends before")
    }
    if kind == .message, section == .data, let view = input.buffer.message(at: input.used) {
      countOutside(view, at: start)
      input.advance(prefixBytes + Int(length))
      return view
    }
    if kind == .messageIndex, section == .data, takeIndex(Int(length), at: start) { return nil }
    let content = input.peek(Int(length), skipping: prefixBytes)
    let before = kind == .dataEnd || kind == .footer ? input.sumOfUsed() : MCAPChecksum()
    do {
      if let record = try MCAPRecord.decode(opcode: opcode, content: content, at: start) {
        try take(record, at: start, length: end - start, before)
      }
    } catch {
      if case .system = error.kind { throw error }
      add(error)
      file.isWhole = false
    }
    if section != .end { input.advance(prefixBytes + Int(length)) }
    if kind == .dataEnd, section == .summary, summaryOffset == 0 { try beginSummary() }
    return nil
  }

  /// Counts a message outside of chunks.
  private mutating func countOutside(_ message: MCAPMessageView, at start: UInt64) {
    if file.tally.add(message) { firstLate = firstLate ?? start }
    reportIfUnknown(message.channelID, at: start)
    firstOutside = firstOutside ?? start
    outsideCount += 1
  }

  mutating func take(
    _ record: MCAPRecord,
    at start: UInt64,
    length: UInt64,
    _ before: MCAPChecksum
  ) throws(MCAPError) {
    switch (record, section) {
    case (.header(let header), .data):
      let names = ["", "ros1", "ros2"]
      if header.library.isEmpty { warn("header", start, "it names no library") }
      if !names.contains(header.profile) {
        warn("header", start, "\"\(header.profile)\" is not a profile that the format defines")
      }
    case (.schema, .data), (.channel, .data): define(record, at: start)
    case (.metadata(let metadata), .data):
      report.metadataCount += 1
      file.metadata.append(MCAPMetadataIndex(offset: start, length: length, name: metadata.name))
      let keys = metadata.metadata.entries.map(\.key)
      if Set(keys).count != keys.count { warn("metadata", start, "two of its keys are the same") }
    case (.dataEnd(let end), .data):
      if length != UInt64(MCAPFormat.prefixBytes + 4) {
        add(.record(.malformed, "data end", at: start, "it has more bytes after its checksum"))
      }
      report.dataChecksum = compare(end.dataSectionCRC, before)
      if report.dataChecksum == .differs {
        add(.checksum("data section", at: start, is: before.value, says: end.dataSectionCRC))
      }
      section = .summary
      dataEndOffset = start
    case (.footer(let footer), .summary): try takeFooter(footer, at: start, length, before)
    case (.footer, .data):
      add(.record(.malformed, "footer", at: start, "the data section has no end"))
      finish(whole: false)
    case (_, .summary):
      for error in file.addToSummary(record, at: start, length: length) { add(error) }
    default:
      throw .record(.malformed, record.opcode.name, at: start, "it lies in the wrong section")
    }
  }

  func compare(_ says: UInt32, _ found: MCAPChecksum) -> MCAPCheckReport.Checksum {
    says == 0 ? .absent : (says == found.value ? .matches : .differs)
  }

  /// Reads an attachment piece by piece: its data may be much larger than what is worth to be kept.
  mutating func takeAttachment(_ length: UInt64, at start: UInt64) throws(MCAPError) {
    report.attachmentCount += 1
    let prefixBytes = MCAPFormat.prefixBytes
    let end = start + UInt64(prefixBytes) + length
    let fieldBytes = Int(min(length, 1 << 20))
    guard try input.require(prefixBytes + fieldBytes) else {
      throw .record(
        .truncated,
        "attachment",
        at: start,
        "\(length) bytes, but the file ends before"
      )
    }
    let content = input.peek(fieldBytes, skipping: prefixBytes)
    let index: MCAPAttachmentIndex
    let dataOffset: Int
    do {
      var fields = MCAPFields(content, of: "attachment", at: start)
      index = try MCAPAttachmentIndex(
        recordAt: start,
        length: length + UInt64(prefixBytes),
        fields: &fields
      )
      dataOffset = fields.position
    } catch {
      add(error)
      file.isWhole = false
      return try skip(to: end, "attachment", start)
    }
    file.attachments.append(index)
    input.advance(prefixBytes)
    var checksum = MCAPChecksum()
    var left = UInt64(dataOffset) + index.dataSize
    while left > 0 {
      let step = Int(min(left, 64 << 10))
      guard try input.require(step) else {
        throw .record(.truncated, "attachment", at: start, "the file ends before it does")
      }
      input.buffer.withBytes(input.used..<input.used + step) { checksum.update($0) }
      input.advance(step)
      left -= UInt64(step)
    }
    guard try input.require(4) else {
      throw .record(.truncated, "attachment", at: start, "the file ends before it does")
    }
    let says: UInt32 = input.buffer.load(at: input.used)
    if compare(says, checksum) == .differs {
      add(.checksum("attachment", at: start, is: checksum.value, says: says))
    }
    try skip(to: end, "attachment", start)
  }
}
