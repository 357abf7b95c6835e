/// Finds the TCP segments in packets, whatever they are wrapped in, and counts the rest by name.
///
/// No length is believed before it was compared with what is there.
struct PacketDecoder {
  /// Where an IP packet lies, and how long its frame says it is.
  private struct Frame {
    var offset: Int
    /// Of the frame on the wire, from `offset` on.
    var wireBytes: Int
  }

  /// How many tags of virtual networks a frame may have.
  private static let maximumTags = 8

  /// The link header that the packets begin with.
  let link: LinkType
  /// The counts of what was noticed.
  var counts = CaptureCounts()
  var fragments = FragmentTable()
  /// Whether checksums of TCP are compared.
  var checksTCP = true

  init(_ link: LinkType) { self.link = link }

  /// Reads a packet; `body` gets the segment in it, if there is one, and the data that was captured of it.
  ///
  /// - Complexity: O(bytes).
  mutating func decode(
    _ packet: CapturedPacket,
    _ bytes: RawSpan,
    _ body: (TCPSegment, RawSpan) -> Void
  ) {
    if packet.capturedBytes < packet.originalBytes { counts.add(.cutPacket) }
    guard let frame = findIP(packet, bytes) else { return }
    decodeIP(packet, bytes, frame.offset, frame.wireBytes, body)
  }

  /// Finds the IP packet behind the header of the link.
  private mutating func findIP(_ packet: CapturedPacket, _ bytes: RawSpan) -> Frame? {
    let (type, offset): (UInt16, Int)
    switch link {
    case .raw, .rawBSD, .rawFile, .ipv4, .ipv6:
      return Frame(offset: 0, wireBytes: packet.originalBytes)
    case .null, .loop:
      guard bytes.byteCount >= 4 else { return malformed() }
      let family = bytes.big32(at: 0)
      // Small numbers: whichever order gives one is the writer's.
      let known = family < 0x1_0000 || link == .loop ? family : family.byteSwapped
      guard [2, 10, 24, 28, 30].contains(known) else {
        counts.add(.family(known))
        return nil
      }
      return Frame(offset: 4, wireBytes: packet.originalBytes - 4)
    case .ethernet:
      guard bytes.byteCount >= 14 else { return malformed() }
      (type, offset) = (bytes.big16(at: 12), 14)
    case .linuxCooked:
      guard bytes.byteCount >= 16 else { return malformed() }
      (type, offset) = (bytes.big16(at: 14), 16)
    case .linuxCooked2:
      guard bytes.byteCount >= 20 else { return malformed() }
      (type, offset) = (bytes.big16(at: 0), 20)
    }
    return untagged(packet, bytes, type, offset)
  }

  /// Passes over the tags of virtual networks.
  private mutating func untagged(
    _ packet: CapturedPacket,
    _ bytes: RawSpan,
    _ type: UInt16,
    _ offset: Int
  ) -> Frame? {
    var (type, offset) = (type, offset)
    for _ in 0...Self.maximumTags {
      switch type {
      case 0x0800, 0x86DD:
        return Frame(offset: offset, wireBytes: packet.originalBytes - offset)
      case 0x8100, 0x88A8, 0x9100, 0x9200:
        guard bytes.byteCount >= offset + 4 else { return malformed() }
        type = bytes.big16(at: offset + 2)
        offset += 4
      case ..<0x600:
        counts.add(.frame8023)
        return nil
      default:
        counts.add(.etherType(type))
        return nil
      }
    }
    return malformed()
  }

  private mutating func malformed() -> Frame? {
    counts.add(.malformedPacket)
    return nil
  }

  private mutating func decodeIP(
    _ packet: CapturedPacket,
    _ bytes: RawSpan,
    _ offset: Int,
    _ wireBytes: Int,
    _ body: (TCPSegment, RawSpan) -> Void
  ) {
    guard bytes.byteCount > offset else { return counts.add(.malformedPacket) }
    let datagram: IPDatagram?
    switch bytes.byte(at: offset) >> 4 {
    case 4: datagram = IPDatagram(v4: bytes, at: offset, wireBytes: wireBytes, &counts)
    case 6: datagram = IPDatagram(v6: bytes, at: offset, wireBytes: wireBytes, &counts)
    default: datagram = nil
    }
    // What is beyond the end of a packet that was cut is counted as that.
    guard let datagram, datagram.offset <= max(bytes.byteCount, packet.originalBytes) else {
      return counts.add(.malformedPacket)
    }
    guard datagram.offset <= bytes.byteCount else { return }
    let end = min(bytes.byteCount, datagram.offset + datagram.declaredBytes)
    let payload = bytes.extracting(datagram.offset..<max(datagram.offset, end))
    guard let fragment = datagram.fragment else {
      return decodeTCP(packet, datagram, payload, datagram.declaredBytes, body)
    }
    counts.add(.fragment)
    // A fragment that was cut cannot be put together with others.
    guard payload.byteCount == datagram.declaredBytes else { return counts.add(.lostFragment) }
    if let whole = fragments.add(datagram, fragment, payload, &counts) {
      whole.lend { decodeTCP(packet, datagram, $0, $0.byteCount, body) }
    }
  }

  private mutating func decodeTCP(
    _ packet: CapturedPacket,
    _ datagram: IPDatagram,
    _ bytes: RawSpan,
    _ declaredBytes: Int,
    _ body: (TCPSegment, RawSpan) -> Void
  ) {
    guard datagram.protocolNumber == 6 else {
      return counts.add(.ipProtocol(datagram.protocolNumber))
    }
    guard bytes.byteCount >= 20 else { return counts.add(.malformedPacket) }
    let header = Int(bytes.byte(at: 12) >> 4) * 4
    guard header >= 20, header <= declaredBytes else { return counts.add(.malformedPacket) }
    if checksTCP, bytes.byteCount == declaredBytes,
      bytes.internetSum(datagram.pseudoSum(declaredBytes)) != 0xFFFF
    {
      counts.add(.wrongTCPChecksum)
    }
    let flags = TCPSegment.Flags(rawValue: bytes.byte(at: 13))
    let segment = TCPSegment(
      packet: packet.number,
      timestamp: packet.timestamp,
      source: Endpoint(datagram.source, port: bytes.big16(at: 0)),
      destination: Endpoint(datagram.destination, port: bytes.big16(at: 2)),
      sequence: bytes.big32(at: 4),
      acknowledgement: bytes.big32(at: 8),
      flags: flags,
      window: bytes.big16(at: 14),
      windowScale: flags.contains(.syn) ? Self.windowScale(bytes.extracting(first: header)) : nil,
      urgentEnd: bytes.big16(at: 18),
      declaredBytes: declaredBytes - header
    )
    body(segment, bytes.extracting(min(header, bytes.byteCount)..<bytes.byteCount))
  }

  /// Returns the scale of windows that the options of a header state; nil if they state none.
  private static func windowScale(_ header: RawSpan) -> UInt8? {
    var place = 20
    while place < header.byteCount {
      switch header.byte(at: place) {
      case 0: return nil
      case 1: place += 1
      case let kind:
        guard place + 1 < header.byteCount else { return nil }
        let length = Int(header.byte(at: place + 1))
        guard length >= 2, place + length <= header.byteCount else { return nil }
        if kind == 3, length == 3 { return min(14, header.byte(at: place + 2)) }
        place += length
      }
    }
    return nil
  }

  /// Counts what will never be whole.
  mutating func finish() { counts.add(.lostFragment, fragments.removeAll()) }
}
