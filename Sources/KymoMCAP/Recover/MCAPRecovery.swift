/// Salvages everything from a broken file into a new, well-formed one.
///
/// The same broken file gives the same new file.
public struct MCAPRecovery: ~Copyable {
  private var window: MCAPWindow
  private var decoder: MCAPChunkDecoder
  private var writer: MCAPWriter
  private var report: MCAPRecoveryReport
  /// What the summary still knows, for channels whose own record is lost.
  private let spare: MCAPCatalog
  /// One flag per channel id that the new file has.
  private var registered = [Bool](repeating: false, count: 1 << 16)
  /// Whether the place of the next record is not known, so that more is asked of it.
  private var isSearching = false
  /// The last end of a data section that was met, and its checksum.
  private var dataEnd: (offset: UInt64, checksum: UInt32)?
  private let limits: MCAPLimits

  /// Reads a broken file and writes the new one.
  ///
  /// - Parameters:
  ///   - source: The broken file; it must be readable out of order.
  ///   - sink: Where the new file goes.
  ///   - options: How the new file is written; the profile is that of the old one.
  ///   - limits: What is allocated at most.
  /// - Returns: What was kept and what was lost.
  /// - Throws: `system` if reading or writing fails; `unsupported` for a pipe. A broken file is no
  ///   error, however broken it is.
  /// - Complexity: O(bytes of the file).
  public static func recover(
    _ source: any MCAPByteSource,
    into sink: any MCAPByteSink,
    options: MCAPWriterOptions = MCAPWriterOptions(),
    limits: MCAPLimits = MCAPLimits()
  ) throws(MCAPError) -> MCAPRecoveryReport {
    var window = try MCAPWindow(source)
    var spare = MCAPCatalog()
    var options = options
    var report = MCAPRecoveryReport()
    do {
      let summary = try MCAPSummary.read(&window, limits)
      spare = summary.catalog
      report.endedWell = true
    } catch {
      if case .system = error.kind { throw error }
      report.note(error.message)
    }
    do {
      let prefix = try window.prefix(at: UInt64(MCAPFormat.magic.count))
      if case .header(let header)? = try window.record(prefix, limits) {
        options.profile = header.profile
      }
    } catch { if case .system = error.kind { throw error } }
    let writer = try MCAPWriter(sink, options: options)
    var recovery = MCAPRecovery(window, writer, report, spare, limits)
    try recovery.walk()
    try recovery.compareDataChecksum()
    return try recovery.finish()
  }

  private init(
    _ window: consuming MCAPWindow,
    _ writer: consuming MCAPWriter,
    _ report: MCAPRecoveryReport,
    _ spare: MCAPCatalog,
    _ limits: MCAPLimits
  ) {
    self.window = window
    self.writer = writer
    self.report = report
    self.spare = spare
    self.limits = limits
    decoder = MCAPChunkDecoder(limits: limits)
  }

  private consuming func finish() throws(MCAPError) -> MCAPRecoveryReport {
    for channel in decoder.catalog.channels { try register(channel) }
    let report = report
    _ = try writer.finish()
    return report
  }

  /// Compares the checksum over everything before the end of the data section.
  private mutating func compareDataChecksum() throws(MCAPError) {
    guard let dataEnd, dataEnd.checksum != 0 else { return }
    let found = try MCAPChecksum.of(window.source, upTo: dataEnd.offset)
    report.dataChecksum = found.value == dataEnd.checksum ? .matches : .differs
    guard report.dataChecksum == .differs else { return }
    let says = dataEnd.checksum
    let error = MCAPError.checksum("data section", at: dataEnd.offset, is: found.value, says: says)
    report.note(error.message)
  }

  // MARK: Walking

  private mutating func walk() throws(MCAPError) {
    let magic = MCAPFormat.magic
    var offset: UInt64 = 0
    if try window.bytes(at: 0, count: magic.count) == magic {
      offset = UInt64(magic.count)
    } else {
      offset = try resynchronise(from: 0, because: "the file starts with other bytes than MCAP")
    }
    while offset < window.size {
      do { offset = try step(offset) } catch {
        if case .system = error.kind { throw error }
        offset = try resynchronise(from: offset, because: error.message)
      }
    }
  }

  /// Takes one record and returns where the next one is.
  private mutating func step(_ offset: UInt64) throws(MCAPError) -> UInt64 {
    if try window.integer(at: offset, as: UInt8.self) == MCAPOpcode.chunk.rawValue {
      return try takeChunk(offset)
    }
    let prefix = try window.prefix(at: offset)
    switch prefix.kind {
    case .footer:
      // Whatever follows is the magic bytes, or another file.
      let end = prefix.end + UInt64(MCAPFormat.magic.count)
      return end >= window.size ? window.size : prefix.end
    case .chunkIndex, .attachmentIndex, .metadataIndex, .statistics, .summaryOffset, .messageIndex,
      .dataEnd:
      if try !startsLikeRecord(at: prefix.end) {
        // Rubbish may follow a good record, but not one whose own length is wrong.
        let record = try window.record(prefix, limits)
        guard record?.encoded.count == Int(prefix.end - prefix.offset) else {
          throw .record(.malformed, prefix.name, at: offset, "no record follows it")
        }
      }
      if prefix.kind == .dataEnd, let says: UInt32 = try window.integer(at: prefix.contentOffset) {
        dataEnd = (offset, says)
      }
      return prefix.end
    case nil:
      try expectRecord(after: prefix)
      report.note("record with opcode \(prefix.opcode) at byte \(offset): left out")
      return prefix.end
    default:
      try expectRecord(after: prefix)
      if let record = try window.record(prefix, limits) { try take(record, prefix) }
      return prefix.end
    }
  }

  private mutating func expectRecord(after prefix: MCAPRecordPrefix) throws(MCAPError) {
    guard try startsLikeRecord(at: prefix.end) else {
      throw .record(.malformed, prefix.name, at: prefix.offset, "no record follows it")
    }
  }

  private mutating func take(
    _ record: MCAPRecord,
    _ prefix: MCAPRecordPrefix
  ) throws(MCAPError) {
    switch record {
    case .schema, .channel: try decoder.catalog.register(record, at: prefix.offset)
    case .message(let message): try keep(message, at: prefix.offset)
    case .attachment(let attachment):
      if case .differs(let found, let says) = attachment.checksum {
        let error = MCAPError.checksum("attachment", at: prefix.offset, is: found, says: says)
        report.lose(0, at: prefix.offset, error.message + "; kept as it is")
      }
      try writer.append(attachment)
      report.attachmentsKept += 1
    case .metadata(let metadata):
      try writer.append(metadata)
      report.metadataKept += 1
    default: break
    }
  }

  private mutating func takeChunk(_ offset: UInt64) throws(MCAPError) -> UInt64 {
    guard let length: UInt64 = try window.integer(at: offset + 1) else {
      throw .record(.truncated, "chunk", at: offset, "the file ends")
    }
    guard length <= UInt64(limits.recordBytes) else {
      throw .record(.limit, "chunk", at: offset, "\(length) bytes are more than allowed")
    }
    let prefix = MCAPRecordPrefix(
      opcode: MCAPOpcode.chunk.rawValue,
      offset: offset,
      length: length
    )
    let segment = try MCAPSegmentScanner.chunk(prefix, &window, limits)
    var problem = try decoder.salvage(segment, from: window.source)
    do {
      while let view = try decoder.nextMessage() { try keep(decoder.message(view), at: offset) }
    } catch {
      if case .system = error.kind { throw error }
      // Damage found in decompressing comes first; a torn record is only what follows from it.
      problem = problem.flatMap { $0.kind == .checksum ? nil : $0 } ?? error
    }
    if let problem, problem.kind != .checksum {
      report.chunksLost += 1
      let walked = UInt64(decoder.walkedBytes)
      let lost = segment.uncompressedSize > walked ? segment.uncompressedSize - walked : 0
      report.lose(lost, at: offset, problem.message)
    } else if let problem {
      report.chunksSuspect += 1
      report.lose(0, at: offset, problem.message + "; kept as far as it parses")
    } else {
      report.chunksKept += 1
    }
    return try end(of: segment, prefix, isWhole: problem == nil || problem?.kind == .checksum)
  }

  /// Where the record after a chunk is, even if one of the chunk's lengths is wrong.
  private mutating func end(
    of segment: MCAPSegment,
    _ prefix: MCAPRecordPrefix,
    isWhole: Bool
  ) throws(MCAPError) -> UInt64 {
    let recordsEnd = segment.recordsOffset + segment.compressedSize
    for end in [prefix.end, recordsEnd] where end <= window.size {
      if try startsLikeRecord(at: end) { return end }
    }
    // Messages that were taken from the chunk must not be found a second time.
    let taken = segment.compression == .none ? UInt64(decoder.walkedBytes) : 0
    let start = isWhole ? recordsEnd : segment.recordsOffset + taken
    return try search(from: start) ?? window.size
  }

  // MARK: Keeping

  private mutating func keep(_ message: MCAPMessage, at offset: UInt64) throws(MCAPError) {
    if !registered[Int(message.channelID)] {
      let id = message.channelID
      guard let channel = decoder.catalog.channel(id) ?? spare.channel(id) else {
        report.messagesDropped += 1
        if report.messagesDropped == 1 {
          report.lose(0, at: offset, "message at byte \(offset): channel \(id) is not known")
        }
        return
      }
      try register(channel)
    }
    try writer.append(message)
    report.messagesKept += 1
  }

  private mutating func register(_ found: MCAPChannel) throws(MCAPError) {
    guard !registered[Int(found.id)] else { return }
    var channel = found
    if channel.schemaID != 0 {
      let id = channel.schemaID
      if let schema = decoder.catalog.schema(id) ?? spare.schema(id) {
        try writer.register(schema)
      } else {
        channel.schemaID = 0
        report.note("channel \(channel.id): its schema \(id) is not known")
      }
    }
    try writer.register(channel)
    registered[Int(channel.id)] = true
  }

  // MARK: Finding the way again

  private mutating func resynchronise(
    from offset: UInt64,
    because problem: String
  ) throws(MCAPError) -> UInt64 {
    let next = try search(from: offset + 1) ?? window.size
    report.lose(next - offset, at: offset, problem)
    return next
  }

  /// The next byte at which a record plausibly starts, or nil.
  private mutating func search(from start: UInt64) throws(MCAPError) -> UInt64? {
    var offset = start
    isSearching = true
    defer { isSearching = false }
    while offset < window.size {
      if try isPlausible(at: offset), try followsPlausibly(offset) { return offset }
      offset += 1
    }
    return nil
  }

  /// Whether what comes after the record looks like a record, too.
  private mutating func followsPlausibly(_ offset: UInt64) throws(MCAPError) -> Bool {
    guard let length: UInt64 = try window.integer(at: offset + 1) else { return false }
    return try startsLikeRecord(at: offset + UInt64(MCAPFormat.prefixBytes) + length)
  }

  /// Whether a record starts here, perhaps one that is cut by the end of the file; or the file ends.
  private mutating func startsLikeRecord(at offset: UInt64) throws(MCAPError) -> Bool {
    guard offset < window.size, let opcode: UInt8 = try window.integer(at: offset) else {
      return true
    }
    let magic = MCAPFormat.magic
    if try window.bytes(at: offset, count: magic.count) == magic { return true }
    guard opcode != 0, let length: UInt64 = try window.integer(at: offset + 1) else {
      return opcode != 0
    }
    guard length <= UInt64(limits.recordBytes) else { return false }
    let end = offset + UInt64(MCAPFormat.prefixBytes) + length
    // Private records have opcodes from 0x80 on; everything else must make sense.
    guard opcode < 0x80 else { return end <= window.size }
    return end > window.size ? MCAPOpcode(rawValue: opcode) != nil : try isPlausible(at: offset)
  }

  /// Whether a record with sensible lengths may start at a byte.
  private mutating func isPlausible(at offset: UInt64) throws(MCAPError) -> Bool {
    guard let opcode: UInt8 = try window.integer(at: offset), opcode != 0,
      let kind = MCAPOpcode(rawValue: opcode),
      let length: UInt64 = try window.integer(at: offset + 1),
      length <= UInt64(limits.recordBytes)
    else { return false }
    let prefix = MCAPRecordPrefix(opcode: opcode, offset: offset, length: length)
    if kind == .chunk {
      do {
        let segment = try MCAPSegmentScanner.chunk(prefix, &window, limits)
        let fields = segment.recordsOffset - prefix.contentOffset
        return fields + segment.compressedSize == length
      } catch {
        if case .system = error.kind { throw error }
        return false
      }
    }
    guard prefix.end <= window.size else { return false }
    switch kind {
    case .message:
      guard length >= UInt64(MCAPFormat.messageHeaderBytes),
        let id: UInt16 = try window.integer(at: prefix.contentOffset)
      else { return false }
      return decoder.catalog.channel(id) != nil || spare.channel(id) != nil || !isSearching
    case .dataEnd: return length == 4
    case .footer: return length == UInt64(MCAPFormat.footerContentBytes)
    case .header: return false
    default:
      do { return try window.record(prefix, limits) != nil } catch {
        if case .system = error.kind { throw error }
        return false
      }
    }
  }
}
