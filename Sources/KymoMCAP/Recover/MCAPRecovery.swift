/// Salvages everything from a broken file into a new, well-formed one.
///
/// Every chunk whose checksum holds is kept whole. In one whose checksum does not, every message is kept that is
/// whole by its lengths, also behind bytes that make no sense, and listed as suspect. Definitions for which a
/// checksum vouches, wherever in the file they are, outvote those for which none does; a file without a good
/// summary is walked twice for that. The same broken file gives the same new file.
public struct MCAPRecovery: ~Copyable {
  /// The broken file.
  let source: MCAPStoppableSource
  var window: MCAPWindow
  var decoder: MCAPChunkDecoder
  var writer: MCAPWriter
  var report: MCAPRecoveryReport
  /// Definitions for which a checksum vouches: those of the summary, or of a first walk.
  var vouched: MCAPCatalog
  /// The summary's statements on the chunks.
  let chunks: [UInt64: MCAPRecoverySurvey.Chunk]
  /// All other definitions.
  var hearsay = MCAPCatalog()
  /// Channels in either of them.
  var known = MCAPRecordWalk(knows: [Bool](repeating: false, count: 1 << 16))
  /// One flag per channel id that the new file has.
  var registered = [Bool](repeating: false, count: 1 << 16)
  /// Whether definitions alone are of interest.
  let gathers: Bool
  /// Whether messages of chunks with a wrong checksum are left out.
  let isStrict: Bool
  /// Whether the place of the next record is not known, so that more is asked of it.
  var isSearching = false
  /// Whether the checksum over the whole data section holds, so that no length in it lies.
  let isSound: Bool
  /// The last end of a data section that was met, and its checksum.
  private var dataEnd: (offset: UInt64, checksum: UInt32)?
  let limits: MCAPLimits

  /// Reads a broken file and writes the new one.
  ///
  /// - Parameters:
  ///   - source: The broken file; it must be readable out of order.
  ///   - sink: Where the new file goes.
  ///   - options: How the new file is written; the profile is that of the old one.
  ///   - limits: What is allocated at most.
  ///   - isStrict: Whether messages of chunks whose checksum is wrong are left out.
  ///   - shouldStop: Asked before every read; true ends with a well-formed file of what was kept so far.
  /// - Returns: What was kept and what was lost.
  /// - Throws: `system` if reading or writing fails; `unsupported` for a pipe. A broken file is no
  ///   error, however broken it is.
  /// - Complexity: O(bytes of the file).
  public static func recover(
    _ source: any MCAPByteSource,
    into sink: any MCAPByteSink,
    options: MCAPWriterOptions = MCAPWriterOptions(),
    limits: MCAPLimits = MCAPLimits(),
    isStrict: Bool = false,
    shouldStop: @escaping () -> Bool = { false }
  ) throws(MCAPError) -> MCAPRecoveryReport {
    let source = MCAPStoppableSource(source, shouldStop)
    var report = MCAPRecoveryReport()
    var options = options
    var survey = MCAPRecoverySurvey()
    do throws(MCAPError) {
      survey = try Self.survey(source, &options, &report, limits)
    } catch { guard source.wasStopped else { throw error } }
    let writer = try MCAPWriter(sink, options: options)
    var recovery = try MCAPRecovery(source, writer, report, survey, limits, isStrict: isStrict)
    do throws(MCAPError) {
      if !source.wasStopped {
        try recovery.walk()
        try recovery.compareDataChecksum()
      }
    } catch { guard source.wasStopped else { throw error } }
    recovery.report.wasStopped = source.wasStopped
    return try recovery.finish()
  }

  /// Looks at the end, the beginning and the definitions of a file before anything is kept.
  ///
  /// - Returns: what a checksum vouches for.
  private static func survey(
    _ source: MCAPStoppableSource,
    _ options: inout MCAPWriterOptions,
    _ report: inout MCAPRecoveryReport,
    _ limits: MCAPLimits
  ) throws(MCAPError) -> MCAPRecoverySurvey {
    var survey = MCAPRecoverySurvey()
    var window = try MCAPWindow(source)
    var hasSummary = false
    do {
      let summary = try MCAPSummary.read(&window, limits)
      report.endedWell = true
      if try isSound(&window, summary) { report.dataChecksum = .matches }
      hasSummary = summary.footer.summaryCRC != 0 && !summary.catalog.channels.isEmpty
      if hasSummary { survey.catalog = summary.catalog }
      survey.note(summary)
      if summary.footer.summaryCRC != 0 {
        report.messagesCounted = summary.statistics?.messageCount
      }
    } catch {
      if case .system = error.kind { throw error }
      report.note(error.message)
    }
    if !hasSummary {
      let writer = try MCAPWriter(MCAPMemorySink())
      var first = try MCAPRecovery(
        source,
        writer,
        MCAPRecoveryReport(),
        survey,
        limits,
        gathers: true
      )
      try first.walk()
      survey.catalog = first.vouched
    }
    do {
      let prefix = try window.prefix(at: UInt64(MCAPFormat.magic.count))
      if case .header(let header)? = try window.record(prefix, limits) {
        options.profile = header.profile
      }
    } catch { if case .system = error.kind { throw error } }
    return survey
  }

  /// Whether a checksum over the data section is there, and holds.
  private static func isSound(
    _ window: inout MCAPWindow,
    _ summary: MCAPSummary
  ) throws(MCAPError) -> Bool {
    let length = UInt64(MCAPFormat.prefixBytes + 4)
    let start = summary.footer.summaryStart
    guard start > length, try window.integer(at: start - length) == MCAPOpcode.dataEnd.rawValue,
      let says: UInt32 = try window.integer(at: start - 4), says != 0
    else { return false }
    return try MCAPChecksum.of(window.source, upTo: start - length).value == says
  }

  private init(
    _ source: MCAPStoppableSource,
    _ writer: consuming MCAPWriter,
    _ report: MCAPRecoveryReport,
    _ survey: MCAPRecoverySurvey,
    _ limits: MCAPLimits,
    gathers: Bool = false,
    isStrict: Bool = false
  ) throws(MCAPError) {
    self.source = source
    window = try MCAPWindow(source)
    self.writer = writer
    self.report = report
    vouched = survey.catalog
    chunks = survey.chunks
    self.limits = limits
    self.gathers = gathers
    isSound = report.dataChecksum == .matches
    self.isStrict = isStrict
    decoder = MCAPChunkDecoder(limits: limits)
    for channel in vouched.channels { known.knows[Int(channel.id)] = true }
  }

  private consuming func finish() throws(MCAPError) -> MCAPRecoveryReport {
    for channel in vouched.channels { try register(channel) }
    for channel in hearsay.channels { try register(channel) }
    let report = report
    _ = try writer.finish()
    return report
  }

  /// Compares the checksum over everything before the end of the data section.
  private mutating func compareDataChecksum() throws(MCAPError) {
    guard !isSound, let dataEnd, dataEnd.checksum != 0 else { return }
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
        if try isChunkInDisguise(offset) {
          offset = try takeChunk(offset)
        } else if let end = try takeCutRecord(offset, error) {
          offset = end
        } else {
          offset = try resynchronise(from: offset, because: error.message)
        }
      }
    }
  }

  /// Takes one record and returns where the next one is.
  mutating func step(_ offset: UInt64) throws(MCAPError) -> UInt64 {
    if try window.integer(at: offset, as: UInt8.self) == MCAPOpcode.chunk.rawValue {
      return try takeChunk(offset)
    }
    let prefix = try window.prefix(at: offset)
    switch prefix.kind {
    case .footer:
      guard prefix.length == UInt64(MCAPFormat.footerContentBytes) else {
        throw .record(.malformed, prefix.name, at: offset, "it has another length")
      }
      // Whatever follows is the magic bytes, or another file.
      let end = prefix.end + UInt64(MCAPFormat.magic.count)
      return end >= window.size ? window.size : prefix.end
    case .message: return try takeMessage(prefix)
    case .attachment: return try takeAttachment(prefix)
    case nil:
      if try isChunkInDisguise(offset) { return try takeChunk(offset) }
      try expectRecord(after: prefix)
      // What it hides was written over, or is there again behind it.
      if prefix.opcode == MCAPFormat.gapOpcode { return prefix.end }
      if !isSound, let inner = try vouchedChunk(from: offset + 1, to: prefix.end) { return inner }
      report.note("record with opcode \(prefix.opcode) at byte \(offset): left out")
      return prefix.end
    default:
      guard let record = try window.record(prefix, limits) else { return prefix.end }
      let count = UInt64(record.encodedCount)
      let end = try end(ofFields: prefix.offset + count, prefix)
      if !isSound, let inner = try vouchedChunk(from: offset + 1, to: prefix.end) {
        let problem = "\(prefix.name) at byte \(offset): a whole chunk lies in it"
        report.lose(inner - offset, at: offset, problem)
        return inner
      }
      if count != prefix.end - offset, try isChunkInDisguise(offset) {
        return try takeChunk(offset)
      }
      try take(record, prefix)
      return end
    }
  }

  /// Where the record after one is whose fields end at a byte: there, or behind bytes that are added to them.
  mutating func end(
    ofFields end: UInt64,
    _ prefix: MCAPRecordPrefix
  ) throws(MCAPError) -> UInt64 {
    if end == prefix.end { return end }
    // A length that lies may point anywhere, also to what looks like a record.
    if try isRecordFollowed(at: end) { return end }
    try expectRecord(after: prefix)
    return prefix.end
  }

  /// Whether a record starts at a byte before the end of the file, and something like one follows it.
  private mutating func isRecordFollowed(at offset: UInt64) throws(MCAPError) -> Bool {
    guard offset < window.size, try isPlausible(at: offset) else { return false }
    return try followsPlausibly(offset)
  }

  private mutating func expectRecord(after prefix: MCAPRecordPrefix) throws(MCAPError) {
    guard try startsLikeRecord(at: prefix.end) else {
      throw .record(.malformed, prefix.name, at: prefix.offset, "no record follows it")
    }
  }

  /// Takes a message outside of chunks, and returns where the next record is.
  private mutating func takeMessage(_ prefix: MCAPRecordPrefix) throws(MCAPError) -> UInt64 {
    guard case .message(let message)? = try window.record(prefix, limits) else { return prefix.end }
    guard dataEnd == nil else {
      throw .record(.malformed, prefix.name, at: prefix.offset, "it is not allowed in the summary")
    }
    var isFollowed = try startsLikeRecord(at: prefix.end)
    if !isFollowed { isFollowed = try hidesChunk(at: prefix.end) }
    if isFollowed, try !swallowsRecords(prefix) {
      try keep(message, at: prefix.offset)
      return prefix.end
    }
    // Either its length lies, or the damage is in the record behind it.
    let next = try search(from: prefix.offset + 1) ?? window.size
    guard next >= prefix.end else {
      let problem = "message at byte \(prefix.offset): no record follows it"
      report.lose(next - prefix.offset, at: prefix.offset, problem)
      return next
    }
    try keep(message, at: prefix.offset)
    if next > prefix.end {
      report.lose(next - prefix.end, at: prefix.end, "no record at byte \(prefix.end)")
    }
    return next
  }

  /// Whether the length of a message reaches over records behind it; never in a file whose checksum holds.
  private mutating func swallowsRecords(_ prefix: MCAPRecordPrefix) throws(MCAPError) -> Bool {
    guard !isSound else { return false }
    // As much as the record itself behind it, to see whether records go on there.
    let wanted = 2 * (prefix.end - prefix.offset) + 512
    let count = Int(min(wanted, window.size - prefix.offset))
    guard let bytes = try window.bytes(at: prefix.offset, count: count) else { return false }
    var buffer = UnsafeMCAPBuffer(capacity: count)
    buffer.put(bytes: bytes)
    var walk = known
    walk.isOutsideChunks = true
    return walk.innerRecord(0, Int(prefix.end - prefix.offset), in: buffer) != nil
  }

  private mutating func take(
    _ record: MCAPRecord,
    _ prefix: MCAPRecordPrefix
  ) throws(MCAPError) {
    switch record {
    case .schema, .channel: define(record, at: prefix.offset, isVouched: false)
    case .dataEnd(let end): dataEnd = (prefix.offset, end.dataSectionCRC)
    case .metadata(let metadata):
      guard !gathers else { return }
      try writer.append(metadata)
      report.metadataKept += 1
    default: break
    }
  }

  /// Keeps what is there of an attachment or a metadata record that the end of the file cuts.
  ///
  /// - Returns: the end of the file; nil if it is no such record.
  private mutating func takeCutRecord(
    _ offset: UInt64,
    _ error: MCAPError
  ) throws(MCAPError) -> UInt64? {
    guard error.kind == .truncated, let opcode: UInt8 = try window.integer(at: offset),
      let kind = MCAPOpcode(rawValue: opcode), kind == .attachment || kind == .metadata
    else { return nil }
    // What looks like the start of a record may be anything, if records are found behind it.
    guard try search(from: offset + 1) == nil else { return nil }
    do {
      if kind == .attachment {
        try takeCutAttachment(at: offset)
      } else {
        try takeCutMetadata(at: offset)
      }
    } catch {
      if case .system = error.kind { throw error }
      return nil
    }
    report.cutRecordsKept += 1
    report.lose(0, at: offset, error.message + "; kept as far as it goes")
    return window.size
  }

  private mutating func takeCutMetadata(at offset: UInt64) throws(MCAPError) {
    let start = offset + UInt64(MCAPFormat.prefixBytes)
    let count = min(window.size - min(window.size, start), UInt64(limits.recordBytes))
    guard let bytes = try window.bytes(at: start, count: Int(count)) else { return }
    var fields = MCAPFields(bytes, of: MCAPOpcode.metadata.name, at: offset)
    let cut = try MCAPMetadata(cut: &fields)
    if !gathers { try writer.append(cut) }
    report.metadataKept += 1
  }
}
