extension MCAPRecovery {
  /// Keeps what is whole in a chunk, and returns where the next record is.
  mutating func takeChunk(_ offset: UInt64) throws(MCAPError) -> UInt64 {
    let prefix: MCAPRecordPrefix
    let segment: MCAPSegment
    do {
      prefix = try chunkPrefix(at: offset)
      segment = try MCAPSegmentScanner.chunk(prefix, &window, limits)
    } catch {
      if case .system = error.kind { throw error }
      guard let found = try repair(offset) else { throw error }
      return try takeRepaired(found, because: error)
    }
    var problem = try decoder.salvage(segment, from: window.source)
    // Where a checksum alone is wrong, no other size makes it right.
    if let wrong = problem, wrong.kind != .checksum {
      if let found = try repair(offset, besides: segment) {
        return try takeRepaired(found, because: wrong)
      }
      problem = try decoder.salvage(segment, from: window.source)
    }
    // Blocks of a disk that were exchanged can put a whole chunk into the place of a part of this one.
    var inner: UInt64?
    if problem != nil {
      inner = try vouchedChunk(from: offset + 1, to: min(prefix.end, window.size))
      if inner != nil { problem = try decoder.salvage(segment, from: window.source) }
    }
    if let inner, segment.compression == .none {
      decoder.truncate(to: Int(max(inner, segment.recordsOffset) - segment.recordsOffset))
    }
    let isVouched = problem == nil && segment.uncompressedCRC != 0
    let lost = try takeRecords(of: segment, isDamaged: problem != nil, isVouched: isVouched)
    let missing =
      segment.uncompressedSize - min(segment.uncompressedSize, UInt64(decoder.byteCount))
    let what = problem?.message ?? "chunk at byte \(offset): it has bytes that are not a record"
    if problem == nil, lost == 0 {
      report.chunksKept += 1
    } else if problem?.kind == .checksum, lost == 0 {
      report.chunksSuspect += 1
      report.lose(0, at: offset, what + "; kept as far as it parses")
    } else {
      report.chunksLost += 1
      report.lose(lost + missing, at: offset, what)
    }
    if let inner { return inner }
    return try end(of: segment, prefix, isWhole: problem == nil)
  }

  /// Keeps all of the chunk that is loaded, whose own fields do not lead to its records.
  private mutating func takeRepaired(
    _ segment: MCAPSegment,
    because error: MCAPError
  ) throws(MCAPError) -> UInt64 {
    let isVouched = segment.uncompressedCRC != 0
    let lost = try takeRecords(of: segment, isDamaged: false, isVouched: isVouched)
    if lost == 0 {
      report.chunksKept += 1
      report.note(error.message + "; its records were found all the same, and all are kept")
    } else {
      report.chunksLost += 1
      report.lose(lost, at: segment.offset, error.message)
    }
    return segment.recordsOffset + segment.compressedSize
  }

  /// Whether a chunk starts at a byte of which a field is not what was written, the first byte included.
  mutating func hidesChunk(at offset: UInt64) throws(MCAPError) -> Bool {
    guard let opcode: UInt8 = try window.integer(at: offset) else { return false }
    if opcode == MCAPOpcode.chunk.rawValue { return try repair(offset) != nil }
    return try hasWholeRecords(offset, needsChecksum: false)
  }

  /// The first byte in a range at which a chunk starts whose checksum holds; nil if there is none.
  mutating func vouchedChunk(
    from start: UInt64,
    to end: UInt64
  ) throws(MCAPError) -> UInt64? {
    var offset = start
    while offset < end {
      if try isVouchedChunk(offset) { return offset }
      offset += 1
    }
    return nil
  }

  private mutating func chunkPrefix(at offset: UInt64) throws(MCAPError) -> MCAPRecordPrefix {
    guard let length: UInt64 = try window.integer(at: offset + 1) else {
      throw .record(.truncated, "chunk", at: offset, "the file ends")
    }
    guard length <= UInt64(limits.recordBytes) else {
      throw .record(.limit, "chunk", at: offset, "\(length) bytes are more than allowed")
    }
    return MCAPRecordPrefix(opcode: MCAPOpcode.chunk.rawValue, offset: offset, length: length)
  }

  /// Whether a record is a chunk by its fields and its checksum or, without one, by all of its records, whatever its
  /// opcode says.
  mutating func isChunkInDisguise(_ offset: UInt64) throws(MCAPError) -> Bool {
    guard try window.integer(at: offset) != MCAPOpcode.chunk.rawValue else { return false }
    return try hasWholeRecords(offset, needsChecksum: false)
  }

  /// Whether a record is a chunk whose checksum holds.
  mutating func isVouchedChunk(_ offset: UInt64) throws(MCAPError) -> Bool {
    guard try window.integer(at: offset) == MCAPOpcode.chunk.rawValue else { return false }
    return try hasWholeRecords(offset, needsChecksum: true)
  }

  /// Whether fields and checksum of a record are those of a chunk; of one without a checksum, if that is not needed,
  /// the fields and all records.
  private mutating func hasWholeRecords(
    _ offset: UInt64,
    needsChecksum: Bool
  ) throws(MCAPError) -> Bool {
    let hasChecksum: Bool
    do {
      let prefix = try chunkPrefix(at: offset)
      guard prefix.length <= window.size - offset else { return false }
      let segment = try MCAPSegmentScanner.chunk(prefix, &window, limits)
      guard segment.recordsOffset + segment.compressedSize == prefix.end,
        segment.uncompressedCRC != 0 || !needsChecksum,
        try decoder.salvage(segment, from: window.source) == nil
      else { return false }
      hasChecksum = segment.uncompressedCRC != 0
    } catch {
      if case .system = error.kind { throw error }
      return false
    }
    // A checksum is proof enough, whatever they are.
    if hasChecksum { return true }
    var place = 0
    while place < decoder.byteCount {
      guard let end = soundEnd(at: place) else { return false }
      place = end
    }
    return place > 0
  }

  /// Takes the records of the chunk that is loaded, and returns how many of its bytes make no sense.
  private mutating func takeRecords(
    of segment: MCAPSegment,
    isDamaged: Bool,
    isVouched: Bool
  ) throws(MCAPError) -> UInt64 {
    // In a damaged chunk definitions come first: the messages by which records are found again need them.
    if isDamaged {
      _ = try takePieces(of: segment, definitions: true, isSuspect: true, isVouched: false)
    }
    var place = 0
    while !isDamaged, place < decoder.byteCount {
      guard let end = soundEnd(at: place) else {
        // A checksum holds, or there is none, and yet something is no record.
        return try takePieces(
          of: segment,
          from: place,
          definitions: nil,
          isSuspect: false,
          isVouched: isVouched
        )
      }
      try take(place..<end, of: segment, isSuspect: false, isVouched: isVouched)
      place = end
    }
    guard isDamaged else { return 0 }
    return try takePieces(of: segment, definitions: false, isSuspect: true, isVouched: false)
  }

  /// Where a record of a chunk that is what was written ends; nil if the bytes there are no record.
  private func soundEnd(at place: Int) -> Int? {
    let left = decoder.byteCount - place
    guard left >= MCAPFormat.prefixBytes else { return nil }
    let opcode: UInt8 = decoder.load(at: place)
    let length: UInt64 = decoder.load(at: place + 1)
    guard length <= UInt64(left - MCAPFormat.prefixBytes), opcode != 0 else { return nil }
    switch MCAPOpcode(rawValue: opcode) {
    case .message where length < UInt64(MCAPFormat.messageHeaderBytes): return nil
    case nil, .message, .schema, .channel: return place + MCAPFormat.prefixBytes + Int(length)
    default: return nil
    }
  }

  /// Takes what is believed among the records, and returns how many bytes make no sense.
  ///
  /// With `definitions` it is definitions alone, or everything else.
  private mutating func takePieces(
    of segment: MCAPSegment,
    from start: Int = 0,
    definitions: Bool?,
    isSuspect: Bool,
    isVouched: Bool
  ) throws(MCAPError) -> UInt64 {
    var lost: UInt64 = 0
    var place = start
    while place < decoder.byteCount {
      switch known.piece(at: place, in: decoder.records) {
      case .rubbish(let range):
        lost += UInt64(range.count)
        place = range.upperBound
      case .record(let range):
        let isMessage = decoder.load(at: range.lowerBound, as: UInt8.self) == 0x05
        if definitions == nil || definitions == !isMessage {
          try take(range, of: segment, isSuspect: isSuspect, isVouched: isVouched)
        }
        place = range.upperBound
      }
    }
    return lost
  }

  private mutating func take(
    _ range: Range<Int>,
    of segment: MCAPSegment,
    isSuspect: Bool,
    isVouched: Bool
  ) throws(MCAPError) {
    if let view = decoder.message(at: UInt64(range.lowerBound)) {
      try keep(
        decoder.message(view),
        at: segment.offset,
        isVouched: isVouched,
        suspect: isSuspect ? UInt64(range.lowerBound)..<UInt64(range.upperBound) : nil
      )
      return
    }
    let opcode: UInt8 = decoder.load(at: range.lowerBound)
    let content = decoder.records.copy(
      range.lowerBound + MCAPFormat.prefixBytes..<range.upperBound
    )
    do {
      guard
        let record = try MCAPRecord.decode(opcode: opcode, content: content, at: segment.offset)
      else { return }
      define(record, at: segment.offset, isVouched: isVouched)
    } catch { report.note(error.message) }
  }

  /// Where the record after a chunk is, even if one of the chunk's lengths is wrong.
  private mutating func end(
    of segment: MCAPSegment,
    _ prefix: MCAPRecordPrefix,
    isWhole: Bool
  ) throws(MCAPError) -> UInt64 {
    let recordsEnd = segment.recordsOffset + segment.compressedSize
    // A checksum that holds says that the length of the records is right; what follows may be damaged.
    if isWhole, recordsEnd == prefix.end { return recordsEnd }
    for end in isWhole ? [recordsEnd, prefix.end] : [prefix.end, recordsEnd]
    where end <= window.size {
      if try startsLikeRecord(at: end) { return end }
    }
    // Messages that were taken from the chunk must not be found a second time.
    let taken = segment.compression == .none ? UInt64(decoder.byteCount) : 0
    let start = isWhole ? recordsEnd : segment.recordsOffset + taken
    return try search(from: start) ?? window.size
  }
}
