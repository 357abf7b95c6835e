/// Chunks: their records, their times, and the message indexes behind them.
extension MCAPChecker {
  // MARK: Chunks

  /// The byte of the file for something in the open chunk, and its byte among the records if that is another.
  func offset(inChunk place: Int) -> (UInt64, UInt64?) {
    guard let segment else { return (input.offset, nil) }
    guard segment.compression != .none else { return (segment.recordsOffset + UInt64(place), nil) }
    return (segment.offset, UInt64(place))
  }

  private mutating func addInChunk(
    _ kind: MCAPError.Kind,
    _ what: String,
    at place: Int,
    _ problem: String
  ) {
    let (offset, inside) = offset(inChunk: place)
    let suffix = inside.map { ", byte \($0) of its records" } ?? ""
    let error = MCAPError(kind, at: offset, "\(what) at byte \(offset)\(suffix): \(problem)")
    add(error, inChunk: inside)
  }

  /// Takes account of the records of the chunk that was loaded, before its messages are handed out.
  mutating func takeRecords() {
    knownChannels = 0
    var ending = counts.walk(decoder.records)
    while true {
      for other in counts.others {
        reportUnknown(before: other.place)
        takeOther(other)
      }
      counts.clearOthers()
      guard ending == .other else { break }
      ending = counts.walk(decoder.records)
    }
    reportUnknown(before: .max)
    switch ending {
    case .complete, .other: break
    case .rest(let left): endRecords("\(left) bytes that are not a record")
    case .tooLong(let length, let left):
      endRecords("a record of \(length) bytes, but \(left) are left")
    }
    noteLate()
    file.tally.add(counts)
    compareTimes()
  }

  private mutating func endRecords(_ problem: String) {
    addInChunk(.malformed, "chunk", at: counts.place, problem)
    file.isWhole = false
  }

  /// Complains of channels whose first message lies before a byte, and which nothing has defined up to there.
  private mutating func reportUnknown(before place: Int) {
    while knownChannels < counts.channels.count {
      let channel = counts.channels[knownChannels]
      guard counts[channel].firstPlace < place else { return }
      knownChannels += 1
      let (offset, inside) = offset(inChunk: counts[channel].firstPlace)
      reportIfUnknown(channel, at: offset, inside)
    }
  }

  /// Complains of a message whose channel is not defined so far, once for each channel.
  mutating func reportIfUnknown(_ channel: UInt16, at offset: UInt64, _ inside: UInt64? = nil) {
    let slot = file.tally[channel]
    guard !slot.isKnown, !slot.isReported, file.isWhole else { return }
    file.tally[channel].isReported = true
    let problem = "channel \(channel) is not known so far"
    add(.record(.malformed, "message", at: offset, problem), inChunk: inside)
  }

  /// Counts the messages of the open chunk that are earlier than one of their channel before them.
  private mutating func noteLate() {
    guard file.tally.isLate(counts) else { return }
    var place = 0
    while place < counts.place {
      guard let message = decoder.records.message(at: place) else {
        place = endOfRecord(at: place)
        continue
      }
      if file.tally.noteTime(message.logTime, of: message.channelID) {
        firstLate = firstLate ?? offset(inChunk: place).0
      }
      place = message.dataOffset + message.dataLength
    }
  }

  /// The byte behind a record of the open chunk that the walk over them has passed.
  func endOfRecord(at place: Int) -> Int {
    place + MCAPFormat.prefixBytes + Int(decoder.records.load(at: place + 1, as: UInt64.self))
  }

  /// Takes a record of the open chunk that is no message.
  private mutating func takeOther(_ other: MCAPChunkTally.Other) {
    let (place, opcode) = (other.place, other.opcode)
    let start = place + MCAPFormat.prefixBytes
    switch MCAPOpcode(rawValue: opcode) {
    case .schema, .channel:
      let content = decoder.records.copy(start..<start + other.length)
      let (offset, inside) = offset(inChunk: place)
      do {
        guard let record = try MCAPRecord.decode(opcode: opcode, content: content, at: offset)
        else { return }
        define(record, at: offset, inside)
      } catch { add(error, inChunk: inside) }
    case .message:
      let problem = "\(other.length) bytes, less than its fields"
      addInChunk(.malformed, "message", at: place, problem)
    case nil where opcode != 0:
      let (offset, inside) = offset(inChunk: place)
      let problem = MCAPError.record(.unsupported, "record", at: offset, "unknown opcode \(opcode)")
      if opcode < 0x80 { report.add(MCAPFinding(.warning, problem, offsetInChunk: inside)) }
    case nil: addInChunk(.malformed, "record", at: place, "opcode 0 does not exist")
    case let kind?:
      addInChunk(.malformed, kind.name, at: place, "it is not allowed in a chunk")
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
    let problem: MCAPError?
    let checksum: MCAPChecksum
    counts.clear()
    if let loaded = try ahead?.take(found, &decoder, &counts) {
      input.pass(Int(found.compressedSize))
      (problem, checksum) = loaded
    } else {
      problem = try Self.load(found, &input, &decoder)
      checksum = decoder.storedChecksum(found.compression)
    }
    if let problem, problem.kind == .truncated { throw problem }
    input.add(checksum, length: found.compressedSize)
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
    if problem == nil {
      section = .chunk
      takeRecords()
    }
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
  private mutating func compareTimes() {
    guard let segment else { return }
    guard counts.count > 0 else {
      if claimedTimes != (0, 0) {
        warn("chunk", segment.offset, "it has no messages, and times that are not 0")
      }
      return
    }
    guard claimedTimes != (counts.earliest, counts.latest) else { return }
    let problem = """
      it claims times from \(claimedTimes.start) to \(claimedTimes.end), and its messages have \
      \(counts.earliest) to \(counts.latest)
      """
    add(.record(.malformed, "chunk", at: segment.offset, problem))
  }

  // MARK: Message indexes

  /// Takes the message index that is next in the input, with so many bytes of content.
  ///
  /// - Returns: false if it is torn.
  mutating func takeIndex(_ length: Int, at start: UInt64) -> Bool {
    let place = input.used + MCAPFormat.prefixBytes
    guard let index = MCAPMessageIndexView(input.buffer, place..<place + length) else {
      return false
    }
    take(index, at: start, length: UInt64(MCAPFormat.prefixBytes + length))
    input.advance(MCAPFormat.prefixBytes + length)
    return true
  }

  private mutating func take(_ index: MCAPMessageIndexView, at start: UInt64, length: UInt64) {
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
    for number in 0..<index.count {
      let entry = index.entry(number, in: input.buffer)
      sum &+= MCAPCheckTally.mixed(entry.offset, entry.logTime)
      let view = decoder.message(at: entry.offset)
      guard view?.logTime != entry.logTime || view?.channelID != index.channelID else { continue }
      let before = MCAPMessageIndexView.headBytes + MCAPMessageIndexView.entryBytes * number
      let offset = start + UInt64(MCAPFormat.prefixBytes + before)
      let problem = """
        no message of channel \(index.channelID) and time \(entry.logTime) is at byte \
        \(entry.offset) of the chunk
        """
      return add(.record(.index, "message index", at: offset, problem))
    }
    let slot = counts[index.channelID]
    guard slot.count == UInt64(index.count), slot.sum == sum else {
      let problem = """
        \(index.count) entries that are not those of the \(slot.count) messages of \
        channel \(index.channelID) in the chunk
        """
      return add(.record(.index, "message index", at: start, problem))
    }
  }

  /// Ends the run of message indexes behind a chunk.
  mutating func closeIndexes() {
    guard let segment else { return }
    if let chunk = file.chunks.last, chunk.isReadable, !chunk.messageIndexes.isEmpty {
      for channel in counts.channels where !file.tally[channel].isIndexed {
        let problem = "the messages of channel \(channel) are not in its message indexes"
        add(.record(.index, "chunk", at: segment.offset, problem))
      }
    }
    file.tally.closeChunk()
    self.segment = nil
  }
}
