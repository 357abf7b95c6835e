/// Puts packets together that came in fragments: the first to come counts.
///
/// Bounded: the packet that waits longest is given up for a new one.
struct FragmentTable {
  /// How many packets may be incomplete at a time.
  static let maximumPackets = 256
  /// The longest packet, in bytes.
  static let maximumBytes = 65_535

  private struct Key: Hashable {
    var source: IPAddress
    var destination: IPAddress
    var identification: UInt32
    var protocolNumber: UInt8
  }

  private struct Packet {
    /// When it began, as a rank.
    var rank: UInt64
    var bytes: [UInt8] = []
    /// Which of the bytes are there: ascending, none adjoining another.
    var ranges: [Range<Int>] = []
    var total: Int?
    var fragments: UInt64 = 0
  }

  private var packets: [Key: Packet] = [:]
  private var nextRank: UInt64 = 0

  /// Adds a fragment.
  ///
  /// - Returns: the packet, if it is whole now.
  /// - Complexity: O(bytes of the packet).
  mutating func add(
    _ datagram: IPDatagram,
    _ fragment: IPDatagram.Fragment,
    _ payload: RawSpan,
    _ counts: inout CaptureCounts
  ) -> [UInt8]? {
    let key = Key(
      source: datagram.source,
      destination: datagram.destination,
      identification: fragment.identification,
      // Fragments of version 6 need not agree on what follows.
      protocolNumber: datagram.source.v4 == nil ? 0 : datagram.protocolNumber
    )
    let end = fragment.offset + payload.byteCount
    guard end <= Self.maximumBytes, payload.byteCount > 0,
      fragment.isLast || payload.byteCount % 8 == 0
    else {
      counts.add(.malformedPacket)
      return nil
    }
    if packets[key] == nil, packets.count >= Self.maximumPackets { removeOldest(&counts) }
    var packet = packets.removeValue(forKey: key) ?? Packet(rank: nextRank)
    nextRank += 1
    packet.fragments += 1
    if fragment.isLast, packet.total == nil { packet.total = end }
    if Self.insert(payload, at: fragment.offset, into: &packet) { counts.add(.differingFragment) }
    if let total = packet.total, packet.ranges.first == 0..<max(total, packet.bytes.count) {
      return Array(packet.bytes[..<total])
    }
    packets[key] = packet
    return nil
  }

  /// Fills what is empty; whether something differs from what was there.
  private static func insert(
    _ payload: RawSpan,
    at offset: Int,
    into packet: inout Packet
  ) -> Bool {
    let range = offset..<offset + payload.byteCount
    if packet.bytes.count < range.upperBound {
      packet.bytes += [UInt8](repeating: 0, count: range.upperBound - packet.bytes.count)
    }
    var differs = false
    var place = range.lowerBound
    var merged = range
    var kept: [Range<Int>] = []
    for known in packet.ranges {
      if known.upperBound < range.lowerBound || known.lowerBound > range.upperBound {
        kept.append(known)
        continue
      }
      while place < min(known.lowerBound, range.upperBound) {
        packet.bytes[place] = payload.byte(at: place - offset)
        place += 1
      }
      while place < min(known.upperBound, range.upperBound) {
        if packet.bytes[place] != payload.byte(at: place - offset) { differs = true }
        place += 1
      }
      merged = min(merged.lowerBound, known.lowerBound)..<max(merged.upperBound, known.upperBound)
    }
    while place < range.upperBound {
      packet.bytes[place] = payload.byte(at: place - offset)
      place += 1
    }
    kept.append(merged)
    packet.ranges = kept.sorted { $0.lowerBound < $1.lowerBound }
    return differs
  }

  private mutating func removeOldest(_ counts: inout CaptureCounts) {
    guard let oldest = packets.min(by: { $0.value.rank < $1.value.rank }) else { return }
    counts.add(.lostFragment, oldest.value.fragments)
    packets[oldest.key] = nil
  }

  /// Gives all up, and returns how many fragments that were.
  mutating func removeAll() -> UInt64 {
    defer { packets.removeAll() }
    return packets.values.reduce(0) { $0 + $1.fragments }
  }
}
