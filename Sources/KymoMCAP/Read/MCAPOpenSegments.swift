/// The segments that a cursor is in the middle of, as many of them decoded as the limits allow.
///
/// One of them is held: its records are in the decoder, where messages are read without a detour. Those of
/// the others are parked in the segments themselves, or are decoded again when needed.
@usableFromInline struct MCAPOpenSegments: ~Copyable {
  @usableFromInline var decoder: MCAPChunkDecoder
  /// The place of the first byte of the held segment.
  @usableFromInline var base: UInt64 = 0
  /// Bytes of the held segment; 0 if none is held.
  @usableFromInline var length: UInt64 = 0
  /// How many messages of the held segment are still to be given out.
  @usableFromInline var left = 0

  private let source: any MCAPByteSource
  private let limit: Int
  private var held: MCAPOpenSegment?
  /// All segments with messages to be given out, by ascending base.
  private var open: [MCAPOpenSegment] = []
  /// How many of them have their records parked.
  private var parkedCount = 0
  private var uses: UInt64 = 0

  init(_ source: any MCAPByteSource, limits: MCAPLimits) {
    self.source = source
    limit = max(limits.openChunks, 1)
    decoder = MCAPChunkDecoder(limits: limits)
  }

  /// Decodes a segment and holds it.
  mutating func begin(_ segment: MCAPSegment, at base: UInt64) throws(MCAPError) {
    park()
    let opened = MCAPOpenSegment(segment, base: base, records: UnsafeMCAPBuffer(capacity: 0))
    try decode(opened)
    open.insert(opened, at: place(of: base))
  }

  /// Holds the segment in which a place lies.
  @usableFromInline mutating func hold(_ wanted: UInt64) throws(MCAPError) {
    park()
    let next = place(of: wanted)
    let number = next < open.count && open[next].base == wanted ? next : next - 1
    guard number >= 0 else { throw changed() }
    let opened = open[number]
    guard opened.isDecoded else { return try decode(opened) }
    swap(&decoder.records, &opened.records)
    opened.isDecoded = false
    parkedCount -= 1
    take(opened)
  }

  /// Forgets all segments.
  mutating func abandon() {
    open.removeAll()
    held = nil
    length = 0
    left = 0
    parkedCount = 0
  }

  /// Returns the error if there is no message where there was one before.
  func changed() -> MCAPError {
    .record(.malformed, "chunk", at: held?.segment.offset ?? 0, "it changed while being read")
  }

  private mutating func decode(_ opened: MCAPOpenSegment) throws(MCAPError) {
    while parkedCount >= limit { evict() }
    try decoder.load(opened.segment, from: source)
    take(opened)
  }

  private mutating func take(_ opened: MCAPOpenSegment) {
    held = opened
    base = opened.base
    length = UInt64(decoder.byteCount)
    left = opened.left
    uses += 1
    opened.lastUse = uses
  }

  /// Puts the held segment aside, or away if all of its messages were given out.
  private mutating func park() {
    guard let opened = held else { return }
    held = nil
    length = 0
    opened.left = left
    guard left == 0 else {
      swap(&decoder.records, &opened.records)
      opened.isDecoded = true
      parkedCount += 1
      return
    }
    open.remove(at: place(of: opened.base))
  }

  /// Takes the memory of the parked segment that was used longest ago.
  private mutating func evict() {
    let oldest = open.filter(\.isDecoded).min { $0.lastUse < $1.lastUse }
    guard let oldest else { return }
    swap(&decoder.records, &oldest.records)
    oldest.records = UnsafeMCAPBuffer(capacity: 0)
    oldest.isDecoded = false
    parkedCount -= 1
  }

  /// The place in `open` of the first segment whose base is not below `base`.
  private func place(of base: UInt64) -> Int {
    var low = 0
    var high = open.count
    while low < high {
      let middle = (low + high) / 2
      if open[middle].base < base { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
