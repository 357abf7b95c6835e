/// Finding the way again where the place of the next record is not known.
extension MCAPRecovery {
  mutating func resynchronise(
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
  mutating func followsPlausibly(_ offset: UInt64) throws(MCAPError) -> Bool {
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
    guard opcode < 0x80 else {
      // The head of a gap may be the last of a file whose writer was killed before it made the file longer.
      let isLast = offset + UInt64(MCAPFormat.prefixBytes) == window.size
      return end <= window.size || opcode == MCAPFormat.gapOpcode && isLast
    }
    return end > window.size ? MCAPOpcode(rawValue: opcode) != nil : try isPlausible(at: offset)
  }

  /// Whether a record with sensible lengths may start at a byte.
  mutating func isPlausible(at offset: UInt64) throws(MCAPError) -> Bool {
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
    case .attachment:
      do {
        let attachment = try MCAPStoredAttachment(prefix, &window)
        return !isSearching || prefix.length > 64 << 10 || attachment.end == prefix.end
      } catch {
        if case .system = error.kind { throw error }
        return false
      }
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
