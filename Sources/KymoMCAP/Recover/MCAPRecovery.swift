/// Salvages everything from a broken file into a new, well-formed one.
///
/// Every chunk whose checksum holds is kept whole. In one whose checksum does not, every message is kept that is
/// whole by its lengths, also behind bytes that make no sense, and listed as suspect. Definitions for which a
/// checksum vouches, wherever in the file they are, outvote those for which none does; a file without a good
/// summary is walked twice for that. The same broken file gives the same new file.
public struct MCAPRecovery: ~Copyable {
  var window: MCAPWindow
  var decoder: MCAPChunkDecoder
  var writer: MCAPWriter
  var report: MCAPRecoveryReport
  /// Definitions for which a checksum vouches: those of the summary, or of a first walk.
  private var vouched: MCAPCatalog
  /// All other definitions.
  private var hearsay = MCAPCatalog()
  /// Channels in either of them.
  var known = MCAPRecordWalk(knows: [Bool](repeating: false, count: 1 << 16))
  /// One flag per channel id that the new file has.
  private var registered = [Bool](repeating: false, count: 1 << 16)
  /// Whether definitions alone are of interest.
  private let gathers: Bool
  /// Whether messages of chunks with a wrong checksum are left out.
  let isStrict: Bool
  /// Whether the place of the next record is not known, so that more is asked of it.
  private var isSearching = false
  /// Whether the checksum over the whole data section holds, so that no length in it lies.
  private let isSound: Bool
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
    var vouched = MCAPCatalog()
    var window = try MCAPWindow(source)
    do throws(MCAPError) {
      vouched = try survey(source, &window, &options, &report, limits)
    } catch { guard source.wasStopped else { throw error } }
    let writer = try MCAPWriter(sink, options: options)
    var recovery = MCAPRecovery(window, writer, report, vouched, limits, isStrict: isStrict)
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
  /// - Returns: the definitions for which a checksum vouches.
  private static func survey(
    _ source: MCAPStoppableSource,
    _ window: inout MCAPWindow,
    _ options: inout MCAPWriterOptions,
    _ report: inout MCAPRecoveryReport,
    _ limits: MCAPLimits
  ) throws(MCAPError) -> MCAPCatalog {
    var vouched = MCAPCatalog()
    var hasSummary = false
    do {
      let summary = try MCAPSummary.read(&window, limits)
      report.endedWell = true
      if try isSound(&window, summary) { report.dataChecksum = .matches }
      hasSummary = summary.footer.summaryCRC != 0 && !summary.catalog.channels.isEmpty
      if hasSummary { vouched = summary.catalog }
      if summary.footer.summaryCRC != 0 {
        report.messagesCounted = summary.statistics?.messageCount
      }
    } catch {
      if case .system = error.kind { throw error }
      report.note(error.message)
    }
    if !hasSummary {
      let writer = try MCAPWriter(MCAPMemorySink())
      var first = MCAPRecovery(
        try MCAPWindow(source),
        writer,
        MCAPRecoveryReport(),
        MCAPCatalog(),
        limits,
        gathers: true
      )
      try first.walk()
      vouched = first.vouched
    }
    do {
      let prefix = try window.prefix(at: UInt64(MCAPFormat.magic.count))
      if case .header(let header)? = try window.record(prefix, limits) {
        options.profile = header.profile
      }
    } catch { if case .system = error.kind { throw error } }
    return vouched
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
    _ window: consuming MCAPWindow,
    _ writer: consuming MCAPWriter,
    _ report: MCAPRecoveryReport,
    _ vouched: MCAPCatalog,
    _ limits: MCAPLimits,
    gathers: Bool = false,
    isStrict: Bool = false
  ) {
    self.window = window
    self.writer = writer
    self.report = report
    self.vouched = vouched
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
  private mutating func step(_ offset: UInt64) throws(MCAPError) -> UInt64 {
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
      let end = try end(of: record, prefix)
      var isKnownWhole = isSound
      if case .attachment(let attachment) = record, attachment.checksum == .matches {
        isKnownWhole = true
      }
      if !isKnownWhole, let inner = try vouchedChunk(from: offset + 1, to: prefix.end) {
        let problem = "\(prefix.name) at byte \(offset): a whole chunk lies in it"
        report.lose(inner - offset, at: offset, problem)
        return inner
      }
      let isFilled = UInt64(record.encodedCount) == prefix.end - offset
      if !isFilled, try isChunkInDisguise(offset) { return try takeChunk(offset) }
      try take(record, prefix)
      return end
    }
  }

  /// Where the record after this one is: behind its fields, or behind bytes that are added to them.
  private mutating func end(
    of record: MCAPRecord,
    _ prefix: MCAPRecordPrefix
  ) throws(MCAPError) -> UInt64 {
    let end = prefix.offset + UInt64(record.encodedCount)
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
      throw .record(.malformed, prefix.name, at: prefix.offset, "it must not be in the summary")
    }
    if try startsLikeRecord(at: prefix.end), try !swallowsRecords(prefix) {
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
    case .attachment(let attachment):
      guard !gathers else { return }
      if case .differs(let found, let says) = attachment.checksum {
        let error = MCAPError.checksum("attachment", at: prefix.offset, is: found, says: says)
        report.lose(0, at: prefix.offset, error.message + "; kept as it is")
      }
      try writer.append(attachment)
      report.attachmentsKept += 1
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
    let start = offset + UInt64(MCAPFormat.prefixBytes)
    let count = min(window.size - min(window.size, start), UInt64(limits.recordBytes))
    guard let bytes = try window.bytes(at: start, count: Int(count)) else { return nil }
    // What looks like the start of a record may be anything, if records are found behind it.
    guard try search(from: offset + 1) == nil else { return nil }
    var fields = MCAPFields(bytes, of: kind.name, at: offset)
    do {
      if kind == .attachment {
        let cut = try MCAPAttachment(cut: &fields)
        if !gathers { try writer.append(cut) }
        report.attachmentsKept += 1
      } else {
        let cut = try MCAPMetadata(cut: &fields)
        if !gathers { try writer.append(cut) }
        report.metadataKept += 1
      }
    } catch {
      if case .system = error.kind { throw error }
      return nil
    }
    report.cutRecordsKept += 1
    report.lose(0, at: offset, error.message + "; kept as far as it goes")
    return window.size
  }

  // MARK: Keeping

  /// Takes a schema or a channel; the first one that a checksum vouches for wins, then the first one.
  mutating func define(_ record: MCAPRecord, at offset: UInt64, isVouched: Bool) {
    do {
      if isVouched {
        try vouched.register(record, at: offset)
      } else {
        try hearsay.register(record, at: offset)
      }
    } catch { report.note(error.message) }
    if case .channel(let channel) = record { known.knows[Int(channel.id)] = true }
  }

  private func channel(_ id: UInt16) -> MCAPChannel? { vouched.channel(id) ?? hearsay.channel(id) }

  /// Keeps a message outside of chunks, or of the chunk at `offset`.
  ///
  /// It is `isVouched` if a checksum says that it is what was written; `suspect` is where it lies in its chunk
  /// if the checksum of that is wrong.
  mutating func keep(
    _ message: MCAPMessage,
    at offset: UInt64,
    isVouched: Bool = false,
    suspect: Range<UInt64>? = nil
  ) throws(MCAPError) {
    guard !gathers else { return }
    let id = message.channelID
    if let suspect {
      let owner = channel(id) ?? MCAPChannel(id: id, schemaID: 0, topic: "", messageEncoding: "")
      report.suspect(owner, chunk: offset, bytes: suspect)
      guard !isStrict else {
        report.messagesRefused += 1
        return
      }
    }
    if !registered[Int(id)] {
      if let channel = channel(id) {
        try register(channel)
      } else if isVouched {
        // The message is what was written: better without a name than not at all.
        let topic = "/recovered/channel-\(id)"
        try register(MCAPChannel(id: id, schemaID: 0, topic: topic, messageEncoding: ""))
        report.lose(0, at: offset, "channel \(id) is not known: its messages are on \(topic)")
      } else {
        report.messagesDropped += 1
        if report.messagesDropped == 1 {
          report.lose(0, at: offset, "message at byte \(offset): channel \(id) is not known")
        }
        return
      }
    }
    try writer.append(message)
    report.messagesKept += 1
    if suspect != nil { report.messagesSuspect += 1 }
  }

  private mutating func register(_ found: MCAPChannel) throws(MCAPError) {
    guard !registered[Int(found.id)] else { return }
    var channel = found
    if channel.schemaID != 0 {
      let id = channel.schemaID
      if let schema = vouched.schema(id) ?? hearsay.schema(id) {
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
  mutating func search(from start: UInt64) throws(MCAPError) -> UInt64? {
    var offset = start
    isSearching = true
    defer { isSearching = false }
    while offset < window.size {
      if try isPlausible(at: offset) {
        if try followsPlausibly(offset) { return offset }
        if try isVouchedChunk(offset) { return offset }
      }
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
  mutating func startsLikeRecord(at offset: UInt64) throws(MCAPError) -> Bool {
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
      return known.knows[Int(id)] || !isSearching
    case .dataEnd: return length == 4
    case .footer: return length == UInt64(MCAPFormat.footerContentBytes)
    case .header: return false
    default:
      do {
        guard let record = try window.record(prefix, limits) else { return false }
        // Between records that were lost a length is believed only if the fields fill it.
        return !isSearching || prefix.length > 64 << 10
          || UInt64(record.encodedCount) == prefix.end - prefix.offset
      } catch {
        if case .system = error.kind { throw error }
        return false
      }
    }
  }
}
