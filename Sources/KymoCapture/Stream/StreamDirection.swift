/// The stream that one end of a connection has sent.
///
/// Offsets count from the first byte of the stream and do not wrap: only the low 32 bits of them travel.
struct StreamDirection {
  /// The sequence number of the byte at offset 0; nil before it is known.
  private(set) var base: UInt32?
  /// Whether the start of the stream is known, and not just the first byte that was captured.
  private(set) var hasStart = false
  /// How many packets its sender has sent.
  private(set) var packets: UInt64 = 0
  /// Whether all that it has sent is SYNs and resets.
  var isSynOnly: Bool { hasStart && !hasGoneOn && next == 0 && held.isEmpty }
  /// Whether it has sent anything but SYNs and resets.
  private(set) var hasGoneOn = false
  /// How many bytes were handed on, or given up as holes.
  private(set) var next: Int64 = 0
  /// Up to where the other end has said that it received everything.
  private(set) var acknowledged: Int64 = 0
  /// For how many packets that has been beyond ``next``.
  var patience = 0
  /// Up to where the other end is believed without data: behind an end that was not captured.
  var passed: Int64 = 0
  /// Where the stream ends, once that is known.
  var end: Int64?
  /// Whether the end was handed on.
  var hasEnded = false
  /// The segments that wait: ascending, without overlaps.
  private(set) var held: [HeldSegment] = []
  /// How many bytes wait.
  private(set) var heldBytes = 0
  var recent = RecentBytes()
  /// How many bytes the other end has room for behind what it acknowledged.
  private(set) var window: Int64 = 65_535
  /// By how many bits its windows are to be shifted, if its SYN says so.
  var scale: UInt8?
  /// Which sequence number the other end has said to expect; nil before it did.
  private(set) var expected: UInt32?
  /// Where bytes stand that were sent as urgent and are not handed on yet, ascending.
  private(set) var urgent: [Int64] = []

  /// How many urgent bytes may wait.
  private static let maximumUrgent = 64

  /// Counts a packet of its sender, which is no reset.
  mutating func count(isSyn: Bool) {
    packets += 1
    if !isSyn { hasGoneOn = true }
  }

  /// Notes what the other end says to have received, and how much it has room for.
  mutating func acknowledge(_ sequence: UInt32, window: Int64) {
    expected = sequence
    self.window = window
    guard base != nil else { return }
    let offset = offset(of: sequence)
    // What lies further ahead than any window is a mistake or a forgery.
    if offset > acknowledged, offset - next <= 1 << 30 { acknowledged = offset }
  }

  /// Notes an urgent byte; false if it is known, or there are too many.
  mutating func addUrgent(_ offset: Int64) -> Bool {
    guard offset >= next, urgent.count < Self.maximumUrgent, !urgent.contains(offset) else {
      return false
    }
    urgent.append(offset)
    urgent.sort()
    return true
  }

  /// Sets the sequence number of offset 0, if it is not known yet.
  mutating func begin(at sequence: UInt32, isStart: Bool) {
    if base == nil {
      base = sequence
      hasStart = isStart
    } else if isStart, base == sequence {
      hasStart = true
    } else if isStart, !hasStart, next == 0, held.isEmpty {
      // What was there before was not of this connection.
      (base, hasStart, acknowledged) = (sequence, true, 0)
    }
  }

  /// The offset of a sequence number: the one that is next to where the stream stands.
  ///
  /// - Precondition: the base is known.
  func offset(of sequence: UInt32) -> Int64 {
    guard let base else { preconditionFailure("the stream has no base") }
    let place = base &+ UInt32(truncatingIfNeeded: next)
    return next + Int64(Int32(bitPattern: sequence &- place))
  }

  /// Up to where its sender has sent, as far as anybody can see.
  var sent: Int64 { max(next, held.last?.end ?? 0, acknowledgedData) }

  /// How far the other end's acknowledgements go into the stream itself, without the number that its end takes.
  var acknowledgedData: Int64 { end.map { min($0, acknowledged) } ?? acknowledged }

  /// Whether everything up to an acknowledgement is there, or will not come.
  func covers(_ acknowledgement: Int64) -> Bool {
    acknowledgement <= next || acknowledgement <= passed || end.map { next >= $0 } ?? false
  }

  /// Moves on behind bytes that were handed on, or given up; returns the first of them that was urgent.
  mutating func advance(to offset: Int64) -> Int64? {
    next = max(next, offset)
    guard let first = urgent.first, first < next else { return nil }
    urgent.removeAll { $0 < next }
    return first
  }

  /// Holds the parts of a segment that are not there yet.
  ///
  /// - Returns: the first difference from what is there already, if there is one, and whether there was anything.
  /// - Complexity: O(segments held).
  mutating func hold(
    _ segment: HeldSegment
  ) -> (difference: (offset: Int64, first: UInt8, later: UInt8)?, overlaps: Bool) {
    var low = 0
    var high = held.count
    while low < high {
      let middle = (low + high) / 2
      if held[middle].end <= segment.offset { low = middle + 1 } else { high = middle }
    }
    var merged: [HeldSegment] = []
    var difference: (offset: Int64, first: UInt8, later: UInt8)?
    var (cursor, index, overlaps) = (segment.offset, low, false)
    func piece(_ from: Int64, _ to: Int64) -> HeldSegment {
      var piece = segment
      piece.offset = from
      if from != segment.offset || to != segment.end {
        piece.bytes = Array(segment.bytes[Int(from - segment.offset)..<Int(to - segment.offset)])
      }
      return piece
    }
    while cursor < segment.end {
      guard index < held.count, held[index].offset < segment.end else {
        merged.append(piece(cursor, segment.end))
        heldBytes += Int(segment.end - cursor)
        break
      }
      let known = held[index]
      if known.offset > cursor {
        merged.append(piece(cursor, known.offset))
        heldBytes += Int(known.offset - cursor)
        cursor = known.offset
      }
      overlaps = true
      let stop = min(segment.end, known.end)
      while cursor < stop {
        let (first, later) = (
          known.bytes[Int(cursor - known.offset)], segment.bytes[Int(cursor - segment.offset)]
        )
        if first != later, difference == nil { difference = (cursor, first, later) }
        cursor += 1
      }
      merged.append(known)
      index += 1
    }
    held.replaceSubrange(low..<index, with: merged)
    return (difference, overlaps)
  }

  /// Takes the first segments that wait, as many as are wanted.
  mutating func takeHeld(_ count: Int) -> ArraySlice<HeldSegment> {
    let taken = held.prefix(count)
    for segment in taken { heldBytes -= segment.bytes.count }
    held.removeFirst(taken.count)
    return taken
  }

  /// Lets go of all that only a stream in motion needs.
  mutating func release() {
    held = []
    heldBytes = 0
    recent = RecentBytes()
    urgent = []
  }
}
