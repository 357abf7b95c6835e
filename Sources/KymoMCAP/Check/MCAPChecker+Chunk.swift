/// Chunks: their records, their times, and the message indexes behind them.
extension MCAPChecker {
  // MARK: Chunks

  /// The byte of the file for something in the open chunk, and its byte among the records if that is another.
  func offset(inChunk place: Int) -> (UInt64, UInt64?) {
    guard let segment else { return (input.offset, nil) }
    guard segment.compression != .none else { return (segment.recordsOffset + UInt64(place), nil) }
    return (segment.offset, UInt64(place))
  }

  mutating func addInChunk(_ kind: MCAPError.Kind, _ what: String, _ problem: String) {
    let (offset, inside) = offset(inChunk: place)
    let suffix = inside.map { ", byte \($0) of its records" } ?? ""
    let error = MCAPError(kind, at: offset, "\(what) at byte \(offset)\(suffix): \(problem)")
    add(error, inChunk: inside)
  }

  /// Walks to the next message of the open chunk; nil at the end of its records.
  mutating func nextInChunk() -> MCAPMessageView? {
    while place < decoder.records.count {
      if let view = decoder.records.message(at: place) {
        count(view, place: place)
        place = view.dataOffset + view.dataLength
        return view
      }
      let left = decoder.records.count - place
      guard left >= MCAPFormat.prefixBytes else {
        addInChunk(.malformed, "chunk", "\(left) bytes that are not a record")
        file.isWhole = false
        return nil
      }
      let opcode: UInt8 = decoder.records.load(at: place)
      let length: UInt64 = decoder.records.load(at: place + 1)
      guard length <= UInt64(left - MCAPFormat.prefixBytes) else {
        let problem = "a record of \(length) bytes, but \(left - MCAPFormat.prefixBytes) are left"
        addInChunk(.malformed, "chunk", problem)
        file.isWhole = false
        return nil
      }
      takeOther(opcode, Int(length))
      place += MCAPFormat.prefixBytes + Int(length)
    }
    return nil
  }

  /// Takes a record of the open chunk that is no message.
  mutating func takeOther(_ opcode: UInt8, _ length: Int) {
    let start = place + MCAPFormat.prefixBytes
    switch MCAPOpcode(rawValue: opcode) {
    case .schema, .channel:
      let content = decoder.records.copy(start..<start + length)
      let (offset, inside) = offset(inChunk: place)
      do {
        guard let record = try MCAPRecord.decode(opcode: opcode, content: content, at: offset)
        else { return }
        define(record, at: offset, inside)
      } catch { add(error, inChunk: inside) }
    case .message: addInChunk(.malformed, "message", "\(length) bytes, less than its fields")
    case nil where opcode != 0:
      let (offset, inside) = offset(inChunk: place)
      let problem = MCAPError.record(.unsupported, "record", at: offset, "unknown opcode \(opcode)")
      if opcode < 0x80 { report.add(MCAPFinding(.warning, problem, offsetInChunk: inside)) }
    case nil: addInChunk(.malformed, "record", "opcode 0 does not exist")
    case let kind?: addInChunk(.malformed, kind.name, "it is not allowed in a chunk")
    }
  }

  /// Keeps definitions that are in `catalog`, too, in its memory and not in memory of its own.
  package mutating func share(_ catalog: MCAPCatalog) { file.known = catalog }

  mutating func define(_ record: MCAPRecord, at offset: UInt64, _ inside: UInt64? = nil) {
    if let error = file.define(record, at: offset) { return add(error, inChunk: inside) }
    let key: UInt32
    switch record {
    case .schema(let schema): key = UInt32(schema.id)
    case .channel(let channel): key = UInt32(channel.id) | 1 << 16
    default: return
    }
    let isNew =
      section == .chunk
      ? definitions.insert(key).inserted : hasOutsideDefinitions.insert(key).inserted
    guard !isNew else { return }
    let what = record.opcode.name
    let again = MCAPError.record(.malformed, what, at: offset, "the same one lies before, too")
    report.add(MCAPFinding(.warning, again, offsetInChunk: inside))
  }

  /// Counts a message, and complains if nothing says what it is.
  mutating func count(_ view: MCAPMessageView, place: Int?) {
    let late = file.tally.lateCount
    let isKnown = file.tally.add(view, place: place)
    guard !isKnown || late != file.tally.lateCount else { return }
    let (offset, inside) =
      place.map { self.offset(inChunk: $0) } ?? (input.offset, nil as UInt64?)
    if late != file.tally.lateCount { firstLate = firstLate ?? offset }
    guard !isKnown, !file.tally[view.channelID].isReported, file.isWhole else { return }
    file.tally[view.channelID].isReported = true
    let problem = "channel \(view.channelID) is not known so far"
    add(.record(.malformed, "message", at: offset, problem), inChunk: inside)
  }

  /// Reads the fields and the records of a chunk.
  mutating func takeChunk(_ length: UInt64, at start: UInt64) throws(MCAPError) {
    report.chunkCount += 1
    let fieldBytes = Int(min(length, 256))
    guard try input.require(MCAPFormat.prefixBytes + fieldBytes) else {
      throw .record(.truncated, "chunk", at: start, "\(length) bytes, but the file ends before")
    }
    let end = start + UInt64(MCAPFormat.prefixBytes) + length
    let fields = input.peek(fieldBytes, skipping: MCAPFormat.prefixBytes)
    let found: MCAPSegment
    do {
      found = try MCAPSegment(header: fields, contentLength: length, at: start, limits: limits)
    } catch {
      add(error)
      file.isWhole = false
      try skip(to: end, "chunk", start)
      return
    }
    claimedTimes = (fields.loadLittleEndian(at: 0), fields.loadLittleEndian(at: 8))
    if found.uncompressedCRC == 0, found.uncompressedSize > 0 {
      unsummedChunk = unsummedChunk ?? start
    }
    var chunk = MCAPCheckedChunk(
      offset: start,
      length: found.length,
      startTime: claimedTimes.start,
      endTime: claimedTimes.end,
      compression: found.compression.rawValue,
      compressedSize: found.compressedSize,
      uncompressedSize: found.uncompressedSize
    )
    input.advance(Int(found.recordsOffset - start))
    let problem = try Self.load(found, &input, &decoder)
    if let problem, problem.kind == .truncated { throw problem }
    input.add(decoder.storedChecksum(found.compression), length: found.compressedSize)
    if input.offset < end {
      let problem = "\(end - input.offset) bytes after its records"
      add(.record(.malformed, "chunk", at: start, problem))
      try skip(to: end, "chunk", start)
    }
    if let problem {
      add(problem)
      file.isWhole = false
    }
    chunk.isReadable = problem == nil
    file.chunks.append(chunk)
    segment = found
    place = 0
    definitions.removeAll(keepingCapacity: true)
    if problem == nil { section = .chunk }
  }

  static func load(
    _ segment: MCAPSegment,
    _ input: inout MCAPStreamInput,
    _ decoder: inout MCAPChunkDecoder
  ) throws(MCAPError) -> MCAPError? {
    let isSized = input.source.size != nil
    return try decoder.salvage(segment, isSized: isSized) { (_, output) throws(MCAPError) in
      try input.read(into: &output)
    }
  }

  /// Holds the times of a chunk against those of its messages.
  mutating func closeRecords() {
    guard let segment else { return }
    let tally = file.tally
    guard tally.countInChunk > 0 else {
      if claimedTimes != (0, 0) {
        warn("chunk", segment.offset, "it has no messages, and times that are not 0")
      }
      return
    }
    guard claimedTimes != (tally.earliestInChunk, tally.latestInChunk) else { return }
    let problem = """
      it claims times from \(claimedTimes.start) to \(claimedTimes.end), and its messages have \
      \(tally.earliestInChunk) to \(tally.latestInChunk)
      """
    add(.record(.malformed, "chunk", at: segment.offset, problem))
  }

  // MARK: Message indexes

  mutating func take(_ index: MCAPMessageIndex, at start: UInt64, length: UInt64) {
    guard segment != nil else {
      return add(.record(.index, "message index", at: start, "it does not follow a chunk"))
    }
    let last = file.chunks.count - 1
    let entry = MCAPChannelValues.Entry(channelID: index.channelID, value: start)
    file.chunks[last].messageIndexes.append(entry)
    file.chunks[last].messageIndexLength += length
    guard file.chunks[last].isReadable else { return }
    guard file.tally.addIndex(channel: index.channelID) else {
      let problem = "the chunk has two of them for channel \(index.channelID)"
      return add(.record(.index, "message index", at: start, problem))
    }
    var sum: UInt64 = 0
    for (number, entry) in index.entries.enumerated() {
      sum &+= MCAPCheckTally.mixed(entry.offset, entry.logTime)
      let view = decoder.message(at: entry.offset)
      guard view?.logTime != entry.logTime || view?.channelID != index.channelID else { continue }
      // Behind the channel and the length of the array, 16 bytes each.
      let offset = start + UInt64(MCAPFormat.prefixBytes + 6 + 16 * number)
      let problem = """
        no message of channel \(index.channelID) and time \(entry.logTime) is at byte \
        \(entry.offset) of the chunk
        """
      return add(.record(.index, "message index", at: offset, problem))
    }
    let slot = file.tally[index.channelID]
    guard slot.countInChunk == UInt64(index.entries.count), slot.sumInChunk == sum else {
      let problem = """
        \(index.entries.count) entries that are not those of the \(slot.countInChunk) messages of \
        channel \(index.channelID) in the chunk
        """
      return add(.record(.index, "message index", at: start, problem))
    }
  }

  /// Ends the run of message indexes behind a chunk.
  mutating func closeIndexes() {
    guard let segment else { return }
    if let chunk = file.chunks.last, chunk.isReadable, !chunk.messageIndexes.isEmpty {
      for channel in file.tally.touched where !file.tally[channel].isIndexed {
        let problem = "the messages of channel \(channel) are not in its message indexes"
        add(.record(.index, "chunk", at: segment.offset, problem))
      }
    }
    file.tally.closeChunk()
    self.segment = nil
  }
}
