import Testing

@testable import KymoCapture

/// Whatever packets are wrapped in, the same exchanges come out.
@Suite("Links and IP") struct LinkTests {
  private static func stream() -> TestStream {
    var stream = TestStream()
    stream.send(true, TestStream.request("/a"))
    stream.send(false, TestStream.reply("hello"))
    stream.close()
    return stream
  }

  private func expectExchange(
    _ file: [UInt8],
    _ location: SourceLocation = #_sourceLocation
  ) throws -> CaptureCounts {
    let (exchanges, extractor) = try TestExchange.extract(file)
    #expect(
      exchanges.map(TestExchange.summary) == ["GET /a -> 200 hello"],
      sourceLocation: location
    )
    #expect(extractor.problem == nil, sourceLocation: location)
    return extractor.counts
  }

  private static func ip(_ frame: [UInt8]) -> [UInt8] { Array(frame[14...]) }

  private static let wraps: [(LinkType, @Sendable ([UInt8]) -> [UInt8])] = [
    (.ethernet, { $0 }),
    (.rawFile, { ip($0) }),
    (.ipv4, { ip($0) }),
    (.null, { [2, 0, 0, 0] + ip($0) }),
    (.null, { [0, 0, 0, 2] + ip($0) }),
    (.loop, { [0, 0, 0, 2] + ip($0) }),
    (.linuxCooked, { [UInt8](repeating: 0, count: 14) + [8, 0] + ip($0) }),
    (.linuxCooked2, { [8, 0] + [UInt8](repeating: 0, count: 18) + ip($0) }),
  ]

  @Test("Every link that is known", arguments: 0..<wraps.count) func links(index: Int) throws {
    let (link, wrap) = Self.wraps[index]
    let counts = try expectExchange(Self.stream().file(link: link, wrap))
    #expect(counts.noticed.isEmpty)
    #expect(counts.unreadPackets.isEmpty)
  }

  @Test("Tags of virtual networks, one in the other") func tags() throws {
    let file = Self.stream().file { frame in
      Array(frame[..<12]) + [0x88, 0xA8, 0, 7, 0x81, 0, 0, 9] + frame[12...]
    }
    #expect(try expectExchange(file).noticed.isEmpty)
  }

  @Test("A length of zero is that of the frame") func lengthless() throws {
    let file = Self.stream().file { frame in
      var frame = frame
      let length = Int(frame[16]) << 8 | Int(frame[17])
      (frame[16], frame[17]) = (0, 0)
      // The checksum is over words, so that what one loses another gains.
      let sum = (Int(frame[24]) << 8 | Int(frame[25])) + length
      let folded = (sum & 0xFFFF) + (sum >> 16)
      (frame[24], frame[25]) = (UInt8(folded >> 8), UInt8(folded & 0xFF))
      return frame
    }
    let counts = try expectExchange(file)
    #expect(counts[.lengthless] > 0)
    #expect(counts[.wrongIPChecksum] == 0)
  }

  @Test("Frames are padded, and the padding is no data") func padding() throws {
    _ = try expectExchange(Self.stream().file { $0 + [UInt8](repeating: 0x55, count: 12) })
  }

  @Test("Fragments of version 4, in any order", arguments: [false, true])
  func fragments(isReversed: Bool) throws {
    var file = PcapEncoder.header()
    for (index, packet) in Self.stream().packets.enumerated() {
      let frame = packet.frame.bytes(packet.payload)
      var pieces = Self.fragmented(frame, identification: UInt16(index))
      if isReversed { pieces.reverse() }
      for piece in pieces { file += PcapEncoder.packet(piece, at: packet.time) }
    }
    let counts = try expectExchange(file)
    #expect(counts[.fragment] > 8)
    #expect(counts[.lostFragment] == 0)
    #expect(counts[.wrongIPChecksum] == 0)
  }

  private static func fragmented(_ frame: [UInt8], identification: UInt16) -> [[UInt8]] {
    let data = Array(frame[34...])
    var pieces: [[UInt8]] = []
    for start in stride(from: 0, to: data.count, by: 16) {
      let end = min(data.count, start + 16)
      var header = Array(frame[14..<34])
      let more: UInt16 = end < data.count ? 0x2000 : 0
      let flags = more | UInt16(start / 8)
      let total = UInt16(20 + end - start)
      (header[2], header[3]) = (UInt8(total >> 8), UInt8(total & 0xFF))
      (header[4], header[5]) = (UInt8(identification >> 8), UInt8(identification & 0xFF))
      (header[6], header[7]) = (UInt8(flags >> 8), UInt8(flags & 0xFF))
      (header[10], header[11]) = (0, 0)
      let sum = ~header.lend { $0.internetSum() }
      (header[10], header[11]) = (UInt8(sum >> 8), UInt8(sum & 0xFF))
      pieces.append(Array(frame[..<14]) + header + data[start..<end])
    }
    return pieces
  }

  @Test("Version 6, with headers before that of TCP, and in fragments", arguments: [false, true])
  func version6(isFragmented: Bool) throws {
    let ends = [TestExchange.client, TestExchange.server].map {
      Endpoint(IPAddress(high: 0xFD00 << 48, low: UInt64($0.address.v4 ?? 0)), port: $0.port)
    }
    var file = PcapEncoder.header()
    for (index, packet) in Self.stream().packets.enumerated() {
      var frame = packet.frame
      frame.source = packet.frame.source == TestExchange.client ? ends[0] : ends[1]
      frame.destination = packet.frame.source == TestExchange.client ? ends[1] : ends[0]
      let bytes = frame.bytes(packet.payload)
      let pieces = isFragmented ? Self.fragmented6(bytes, UInt8(index)) : [Self.extended6(bytes)]
      for piece in pieces { file += PcapEncoder.packet(piece, at: packet.time) }
    }
    let counts = try expectExchange(file)
    #expect(counts[.wrongTCPChecksum] == 0)
    #expect((counts[.fragment] > 0) == isFragmented)
  }

  /// With hop-by-hop and destination options before the segment.
  private static func extended6(_ frame: [UInt8]) -> [UInt8] {
    packet6(frame, next: 0, [60, 0, 1, 4, 0, 0, 0, 0, 6, 0, 1, 4, 0, 0, 0, 0] + frame[54...])
  }

  @Test(
    "An authentication header of version 6 counts its length in words of four bytes, of which two are not counted"
  )
  func authenticated() throws {
    // RFC 4302, section 2.2: 24 bytes are six words.
    let authentication: [UInt8] =
      [6, 4, 0, 0, 0, 0, 0, 9, 0, 0, 0, 1] + [UInt8](repeating: 0xEE, count: 12)
    let file = Self.stream().file { frame in
      var head = Array(frame[..<14])
      (head[12], head[13]) = (0x86, 0xDD)
      let payload = authentication + frame[34...]
      let addresses = [frame[26..<30], frame[30..<34]].flatMap {
        [UInt8](repeating: 0, count: 12) + $0
      }
      let length = [UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
      return head + [0x60, 0, 0, 0] + length + [51, 64] + addresses + payload
    }
    #expect(try expectExchange(file).unreadPackets.isEmpty)
  }

  private static func fragmented6(_ frame: [UInt8], _ identification: UInt8) -> [[UInt8]] {
    let data = Array(frame[54...])
    return stride(from: 0, to: data.count, by: 24).map { start in
      let end = min(data.count, start + 24)
      let flags = UInt16(start) | (end < data.count ? 1 : 0)
      let header = [6, 0, UInt8(flags >> 8), UInt8(flags & 0xFF), 0, 0, 0, identification]
      return packet6(frame, next: 44, header + data[start..<end])
    }
  }

  private static func packet6(_ frame: [UInt8], next: UInt8, _ payload: [UInt8]) -> [UInt8] {
    var head = Array(frame[..<54])
    (head[18], head[19]) = (UInt8(payload.count >> 8), UInt8(payload.count & 0xFF))
    head[20] = next
    return head + payload
  }

  @Test("Packets of which a capture kept less and less are no trouble", arguments: [4, 6])
  func cutPackets(version: Int) throws {
    let packet = Self.stream().packets[3]
    var frame = packet.frame
    if version == 6 {
      frame.source.address = IPAddress(high: 1, low: 1)
      frame.destination.address = IPAddress(high: 1, low: 2)
    }
    let bytes = frame.bytes(packet.payload)
    let whole = version == 6 ? Self.extended6(bytes) : bytes
    for count in 0..<whole.count {
      var record = PcapEncoder.packet(Array(whole[..<count]), at: 0)
      // How long it was stands behind how much of it is there.
      record[12] = UInt8(whole.count & 0xFF)
      record[13] = UInt8(whole.count >> 8)
      let (_, extractor) = try TestExchange.extract(PcapEncoder.header() + record)
      #expect(extractor.counts[.cutPacket] == 1)
      #expect(extractor.problem == nil)
    }
  }

  @Test("What is no TCP is counted by name") func others() throws {
    var stream = Self.stream()
    let frame = stream.packets[0].frame.bytes([])
    stream.packets.removeAll()
    var arp = frame
    (arp[12], arp[13]) = (8, 6)
    var udp = frame
    udp[23] = 17
    var file = PcapEncoder.header()
    for bytes in [arp, udp, udp] { file += PcapEncoder.packet(bytes, at: 0) }
    let (_, extractor) = try TestExchange.extract(file)
    #expect(extractor.counts.unreadPackets.map { "\($0.kind) \($0.count)" } == ["ARP 1", "UDP 2"])
  }

  @Test("Addresses are written as usual")
  func addresses() {
    #expect(IPAddress(127, 0, 0, 1).description == "127.0.0.1")
    #expect(IPAddress(high: 0, low: 1).description == "::1")
    #expect(IPAddress(high: 0x2001_0DB8 << 32, low: 0).description == "2001:db8::")
    #expect(
      IPAddress(high: 0x0001_0000_0002_0003, low: 0x0004_0005_0006_0007).description
        == "1:0:2:3:4:5:6:7"
    )
  }

  @Test("A file that ends within a packet gives what is before, and says so") func cut() throws {
    let file = Self.stream().file()
    let (exchanges, extractor) = try TestExchange.extract(Array(file.dropLast(3)))
    #expect(exchanges.count == 1)
    #expect(extractor.problem?.kind == .cut)
    #expect(extractor.problem?.packets == UInt64(Self.stream().packets.count - 1))
  }

  @Test("What is no capture is refused", arguments: [[], [1, 2, 3], Array("MCAP".utf8)])
  func noCapture(bytes: [UInt8]) {
    #expect(throws: CaptureError.self) { try CaptureFile(bytes: bytes) }
    #expect(CaptureMagic(bytes) == nil)
  }
}
