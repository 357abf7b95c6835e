/// Finds records among bytes of which some are not what was written.
///
/// A record is believed if its lengths agree with each other, its channel is known, and something like a record
/// follows it. Every question is answered from a few bytes, so that no content makes the walk slow.
struct MCAPRecordWalk {
  /// One flag per channel id: whether messages of it may be there.
  var knows: [Bool]

  /// How many records inside one message are looked at.
  private static let innerStepsMaximum = 1 << 16

  /// What a walk comes upon.
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

  /// A record inside a message from which on records follow each other to the end of that one, or over it; nil
  /// if there is none.
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
      while next < end, let behind = self.end(at: next, in: bytes) {
        next = behind
        steps += 1
        if steps > Self.innerStepsMaximum { return nil }
      }
      if next == end { return place }
      if next > end, follows(next, in: bytes) { return place }
    }
    return nil
  }

  /// Where the record ends that may start at a byte; nil if none may.
  private func end(at place: Int, in bytes: borrowing UnsafeMCAPBuffer) -> Int? {
    let left = bytes.count - place
    guard left >= MCAPFormat.prefixBytes else { return nil }
    let opcode: UInt8 = bytes.load(at: place)
    guard opcode >= 3, opcode <= 5 else { return nil }
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
    default:
      guard length >= 16 else { return nil }
      return blocks(3, from: start + 4, to: end, in: bytes) ? end : nil
    }
  }

  /// Whether so many blocks, each behind its 32-bit length, fill a range.
  private func blocks(
    _ count: Int,
    from start: Int,
    to end: Int,
    in bytes: borrowing UnsafeMCAPBuffer
  ) -> Bool {
    var place = start
    for _ in 0..<count {
      guard end - place >= 4 else { return false }
      let length = Int(bytes.load(at: place, as: UInt32.self))
      guard length <= end - place - 4 else { return false }
      place += 4 + length
    }
    return place == end
  }
}
