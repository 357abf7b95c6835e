/// A copy of the open chunks behind the end of a file, so that a process that is killed loses little.
///
/// The finished file must not depend on when somebody looked at a clock. So what is written here is taken back: the
/// chunk itself, when it is full, takes the place of its copy. Until then the file reads
///
///     … closed chunks │ gap ──────────────────────────▶ │ copies │ gap ─────────────▶ │
///                     ▲ position                 a slot ▲                  the other  ▲ end
///
/// where a gap is one record of a kind that the format leaves to applications: every reader steps over it.
///
/// A process can be killed between any two system calls, and within one that writes. So nothing that a reader sees
/// is ever written over: a new copy goes into the slot that is hidden, a chunk into the hidden space before the
/// copies, and then the nine bytes at `position` are changed, which either show the new or the old. Those nine lie in
/// one page but for one place in five hundred, and are there or not.
struct MCAPTail {
  /// A chunk without its index, as a record.
  struct Part {
    /// Whether it is of the channels apart.
    var isApart: Bool
    var bytes: [UInt8]
  }

  /// The kind of bytes that take their place for good.
  enum Closing {
    /// The open chunk: its copy goes.
    case chunk
    /// The chunk apart, before which the other was closed: no copy is left.
    case apart
    /// Neither: the copies stay.
    case nothing
  }

  /// The hidden space, and where the copies in it lie.
  private struct Room {
    /// Where the first slot begins, and how long each of the two is.
    var (start, length): (UInt64, UInt64)
    /// Where the file ends: behind the second slot.
    var end: UInt64
    /// Whether the copies lie in the second slot.
    var isSecond = true
    /// Where they begin.
    var live: UInt64 = 0
  }

  private static var prefix: UInt64 { UInt64(MCAPFormat.prefixBytes) }

  private let sink: any MCAPPatchableSink
  private let synchronizes: Bool
  private let reserve: UInt64
  private let shortestSlot: UInt64
  private var room: Room?
  private var parts: [Part] = []

  /// Keeps copies in a sink.
  ///
  /// - Parameters:
  ///   - sink: a file.
  ///   - synchronizes: whether each step is on the disk before the next, so that a loss of power loses as little.
  ///   - reserve: how much space there is for chunks before the copies, in bytes; on most file systems it takes none.
  ///   - shortestSlot: how long a slot is at least, in bytes.
  init(
    _ sink: any MCAPPatchableSink,
    synchronizes: Bool,
    reserve: UInt64 = 2 << 20,
    shortestSlot: UInt64 = 64 << 10
  ) {
    self.sink = sink
    self.synchronizes = synchronizes
    self.reserve = reserve
    self.shortestSlot = shortestSlot
  }

  /// Whether there are copies, so that nothing can be appended without ``replace(with:closing:at:)``.
  var isThere: Bool { room != nil }

  /// Shows these copies in place of those before.
  ///
  /// - Parameters:
  ///   - parts: the copies; at least one.
  ///   - position: the end of what is there for good.
  ///   - first: where they may begin at the earliest.
  /// - Throws: `system` if the sink fails; the copies before are then as they were.
  mutating func put(
    _ parts: [Part],
    at position: UInt64,
    notBefore first: UInt64 = 0
  ) throws(MCAPError) {
    let count = UInt64(parts.reduce(0) { $0 + $1.bytes.count })
    var room = try roomFor(count, position, first)
    room.isSecond.toggle()
    room.live = room.start + (room.isSecond ? room.length : 0)
    var bytes = UnsafeMCAPBuffer(capacity: Int(count + Self.prefix))
    for part in parts { bytes.put(bytes: part.bytes) }
    Self.putGap(room.live + count, room.end, into: &bytes)
    try patch(bytes, at: room.live)
    bytes.clear()
    Self.putGap(position, room.live, into: &bytes)
    try patch(bytes, at: position)
    self.room = room
    self.parts = parts
  }

  /// Room in whose hidden slot there is space.
  private func roomFor(
    _ count: UInt64,
    _ position: UInt64,
    _ first: UInt64
  ) throws(MCAPError) -> Room {
    let needed = count + Self.prefix
    if let room, needed <= room.length, room.start >= first { return room }
    let former = room?.end ?? position
    let start = max(former + Self.prefix, room == nil ? position + reserve : first)
    var length = shortestSlot
    while length < 2 * needed { length *= 2 }
    let larger = Room(start: start, length: length, end: start + 2 * length)
    // What lies behind the copies that are shown is hidden before there is anything.
    var bytes = UnsafeMCAPBuffer(capacity: 64)
    Self.putGap(former, larger.end, into: &bytes)
    try patch(bytes, at: former)
    try sink.end(at: larger.end)
    return larger
  }

  /// Puts bytes for good where the file has its gap, and takes back the copies of what they are.
  ///
  /// - Parameters:
  ///   - bytes: one whole record, or several.
  ///   - closing: what they are.
  ///   - position: the end of what is there for good.
  /// - Throws: `system` if the sink fails; the copies are then as they were.
  mutating func replace(
    with bytes: RawSpan,
    closing: Closing,
    at position: UInt64
  ) throws(MCAPError) {
    let kept =
      switch closing {
      case .chunk: parts.filter(\.isApart)
      case .apart: [Part]()
      case .nothing: parts
      }
    let next = position + UInt64(bytes.byteCount)
    if let room, next + Self.prefix > room.live {
      // There is no space before the copies: they move on behind the end.
      try put(parts, at: position, notBefore: next + reserve)
    }
    guard let room else { preconditionFailure("there are no copies") }
    let dropped = parts.dropLast(kept.count).reduce(0) { $0 + $1.bytes.count }
    let live = room.live + UInt64(dropped)
    var body = UnsafeMCAPBuffer(capacity: bytes.byteCount + 64)
    body.put(span: bytes.extracting(droppingFirst: MCAPFormat.prefixBytes))
    Self.putGap(next, kept.isEmpty ? room.end : live, into: &body)
    try patch(body, at: position + Self.prefix)
    body.clear()
    body.put(span: bytes.extracting(first: MCAPFormat.prefixBytes))
    try patch(body, at: position)
    if kept.isEmpty {
      try sink.end(at: next)
      self.room = nil
    } else {
      self.room?.live = live
    }
    parts = kept
  }

  private func patch(
    _ bytes: borrowing UnsafeMCAPBuffer,
    at offset: UInt64
  ) throws(MCAPError) {
    try bytes.withBytes(0..<bytes.count) { bytes throws(MCAPError) in
      try sink.patch(bytes, at: offset)
    }
    if synchronizes { try sink.synchronize() }
  }

  /// Makes the beginning of a record that hides what lies between it and another byte.
  private static func putGap(
    _ start: UInt64,
    _ end: UInt64,
    into buffer: inout UnsafeMCAPBuffer
  ) {
    buffer.put(MCAPFormat.gapOpcode)
    buffer.put(end - start - prefix)
  }
}
