/// Finds records among bytes of which some are not what was written.
///
/// A record is believed if its lengths agree with each other, its channel is known, and something like a record
/// follows it. Every question is answered from a few bytes, so that no content makes the walk slow.
struct MCAPRecordWalk {
  /// One flag per channel id: whether messages of it may be there.
  var knows: [Bool]
  /// Whether the bytes are those of a file, which has more kinds of records than a chunk.
  var isOutsideChunks = false

  /// How many records inside one message are looked at.
  private static let innerStepsMaximum = 1 << 16
  /// So many records that follow each other are believed, wherever they end.
  private static let chainMaximum = 1 << 12

  /// The piece that a walk comes upon.
  enum Piece: Equatable {
    /// A whole record.
    case record(Range<Int>)
    /// Bytes that make no sense.
    case rubbish(Range<Int>)
  }

  /// The piece that starts at a byte before the end.
  func piece(at place: Int, in bytes: borrowing UnsafeMCAPBuffer) -> Piece {
    if let end = end(at: place, in: bytes) {
      if follows(end, in: bytes) {
        // A length that lies may reach to the end of another record, by chance.
        if let inner = innerRecord(place, end, in: bytes) { return .rubbish(place..<inner) }
        return .record(place..<end)
      }
      // Either the length lies, or the damage is in the record behind it.
      let next = search(from: place + 1, in: bytes)
      return next >= end ? .record(place..<end) : .rubbish(place..<next)
    }
    return .rubbish(place..<search(from: place + 1, in: bytes))
  }

  /// The first byte from `start` on at which a record is believed, or the end.
  private func search(from start: Int, in bytes: borrowing UnsafeMCAPBuffer) -> Int {
    var place = start
    while place < bytes.count {
      if let end = end(at: place, in: bytes), follows(end, in: bytes) { return place }
      place += 1
    }
    return bytes.count
  }

  /// Whether the bytes end here, or a record may start.
  private func follows(_ place: Int, in bytes: borrowing UnsafeMCAPBuffer) -> Bool {
    place == bytes.count || end(at: place, in: bytes) != nil
  }

  /// A record inside a message from which on records follow each other to the end of that one, or over it, or
  /// so many that they cannot be there by chance; nil if there is none.
  func innerRecord(
    _ start: Int,
    _ end: Int,
    in bytes: borrowing UnsafeMCAPBuffer
  ) -> Int? {
    var place = start + MCAPFormat.messageOverheadBytes
    var steps = 0
    while place + MCAPFormat.messageOverheadBytes <= end {
      defer { place += 1 }
      var next = place
      var length = 0
      while next < end, let behind = self.end(at: next, in: bytes) {
        next = behind
        length += 1
        steps += 1
        if length > Self.chainMaximum { return place }
        if steps > Self.innerStepsMaximum { return nil }
      }
      if next == end { return place }
      if next > end, follows(next, in: bytes) { return place }
    }
    return nil
  }

  /// Where the record ends that may start at a byte; nil if none may.
  private func end(at place: Int, in bytes: borrowing UnsafeMCAPBuffer) -> Int? {
    if isOutsideChunks, isMagic(place, in: bytes) { return place + MCAPFormat.magic.count }
    let left = bytes.count - place
    guard left >= MCAPFormat.prefixBytes else { return nil }
    let opcode: UInt8 = bytes.load(at: place)
    // Schemas, channels and messages.
    guard isOutsideChunks || (3...5).contains(opcode) else { return nil }
    let length: UInt64 = bytes.load(at: place + 1)
    guard length <= UInt64(left - MCAPFormat.prefixBytes) else { return nil }
    let start = place + MCAPFormat.prefixBytes
    let end = start + Int(length)
    switch opcode {
    case MCAPOpcode.message.rawValue:
      guard length >= UInt64(MCAPFormat.messageHeaderBytes) else { return nil }
      return knows[Int(bytes.load(at: start, as: UInt16.self))] ? end : nil
    case MCAPOpcode.schema.rawValue:
      guard length >= 14, bytes.load(at: start, as: UInt16.self) != 0 else { return nil }
      return blocks(3, from: start + 2, to: end, in: bytes) ? end : nil
    case MCAPOpcode.channel.rawValue:
      guard length >= 16 else { return nil }
      return blocks(3, from: start + 4, to: end, in: bytes) ? end : nil
    default: return fills(opcode, start..<end, in: bytes) ? end : nil
    }
  }

  /// Whether the bytes are there with which a file begins and ends.
  private func isMagic(_ place: Int, in bytes: borrowing UnsafeMCAPBuffer) -> Bool {
    let magic = MCAPFormat.magic
    guard bytes.count - place >= magic.count else { return false }
    for index in magic.indices {
      let byte: UInt8 = bytes.load(at: place + index)
      if byte != magic[index] { return false }
    }
    return true
  }

  /// Whether the fields of a record that only a file has fill these bytes.
  private func fills(
    _ opcode: UInt8,
    _ range: Range<Int>,
    in bytes: borrowing UnsafeMCAPBuffer
  ) -> Bool {
    let (start, end) = (range.lowerBound, range.upperBound)
    switch MCAPOpcode(rawValue: opcode) {
    case .footer: return range.count == MCAPFormat.footerContentBytes
    case .dataEnd: return range.count == 4
    case .summaryOffset: return range.count == 17
    case .messageIndex: return blocks(1, from: start + 2, to: end, in: bytes)
    case .metadata: return blocks(2, from: start, to: end, in: bytes)
    case .metadataIndex: return blocks(1, from: start + 16, to: end, in: bytes)
    case .attachmentIndex: return blocks(2, from: start + 40, to: end, in: bytes)
    case .statistics: return blocks(1, from: start + 42, to: end, in: bytes)
    case .attachment:
      guard let data = blocksEnd(2, from: start + 16, to: end, in: bytes), end - data >= 12 else {
        return false
      }
      return UInt64(end - data - 12) == bytes.load(at: data, as: UInt64.self)
    case .chunk:
      guard let size = blocksEnd(1, from: start + 28, to: end, in: bytes), end - size >= 8 else {
        return false
      }
      return UInt64(end - size - 8) == bytes.load(at: size, as: UInt64.self)
    case .chunkIndex:
      guard let length = blocksEnd(1, from: start + 32, to: end, in: bytes), end - length >= 8
      else { return false }
      return blocksEnd(1, from: length + 8, to: end, in: bytes) == end - 16
    default: return false
    }
  }

  /// Whether so many blocks, each behind its 32-bit length, fill a range.
  private func blocks(
    _ count: Int,
    from start: Int,
    to end: Int,
    in bytes: borrowing UnsafeMCAPBuffer
  ) -> Bool { blocksEnd(count, from: start, to: end, in: bytes) == end }

  /// Where so many blocks end, each behind its 32-bit length; nil if they do not fit.
  private func blocksEnd(
    _ count: Int,
    from start: Int,
    to end: Int,
    in bytes: borrowing UnsafeMCAPBuffer
  ) -> Int? {
    var place = start
    for _ in 0..<count {
      guard end - place >= 4 else { return nil }
      let length = Int(bytes.load(at: place, as: UInt32.self))
      guard length <= end - place - 4 else { return nil }
      place += 4 + length
    }
    return place
  }
}
