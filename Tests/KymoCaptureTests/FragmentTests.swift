import Testing

@testable import KymoCapture

/// Packets that come in pieces, and headers at the edge of what can be.
@Suite("Fragments and headers of IP") struct FragmentTests {
  /// A fragment of version 4 with its header.
  private static func fragment(
    _ identification: UInt16,
    at offset: Int,
    _ data: [UInt8],
    isLast: Bool = false
  ) -> [UInt8] {
    let total = UInt16(20 + data.count)
    let flags = UInt16(offset / 8) | (isLast ? 0 : 0x2000)
    var header: [UInt8] = [
      0x45, 0, UInt8(total >> 8), UInt8(total & 0xFF),
      UInt8(identification >> 8), UInt8(identification & 0xFF),
      UInt8(flags >> 8), UInt8(flags & 0xFF), 64, 6, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2,
    ]
    let sum = ~header.lend { $0.internetSum() }
    (header[10], header[11]) = (UInt8(sum >> 8), UInt8(sum & 0xFF))
    return header + data
  }

  /// What a table makes of a fragment.
  private func add(
    _ packet: [UInt8],
    to table: inout FragmentTable,
    _ counts: inout CaptureCounts
  ) -> [UInt8]? {
    packet.lend { bytes in
      guard
        let datagram = IPDatagram(v4: bytes, at: 0, wireBytes: packet.count, &counts),
        let fragment = datagram.fragment
      else {
        Issue.record("no fragment")
        return nil
      }
      let payload = bytes.extracting(datagram.offset..<datagram.offset + datagram.declaredBytes)
      return table.add(datagram, fragment, payload, &counts)
    }
  }

  private static func bytes(_ range: Range<UInt8>) -> [UInt8] { Array(range) }

  @Test("Of bytes that come twice the first count, and only a difference is named")
  func twice() {
    for differs in [false, true] {
      var (table, counts) = (FragmentTable(), CaptureCounts())
      #expect(add(Self.fragment(1, at: 8, Self.bytes(8..<24)), to: &table, &counts) == nil)
      var again = Self.bytes(0..<16)
      if differs { again[15] = 0xFF }
      #expect(add(Self.fragment(1, at: 0, again), to: &table, &counts) == nil)
      #expect(counts[.differingFragment] == (differs ? 1 : 0))
      let last = Self.fragment(1, at: 24, [24, 25], isLast: true)
      #expect(add(last, to: &table, &counts) == Self.bytes(0..<26))
      // A difference that is followed by what is equal is one all the same.
      #expect(add(Self.fragment(2, at: 0, Self.bytes(0..<16)), to: &table, &counts) == nil)
      #expect(add(Self.fragment(2, at: 0, [9] + Self.bytes(1..<16)), to: &table, &counts) == nil)
      #expect(counts[.differingFragment] == (differs ? 2 : 1))
      #expect(counts[.lostFragment] == 0 && counts[.malformedPacket] == 0)
    }
  }

  @Test("Pieces come in any order, with holes between them")
  func order() {
    let pieces = [(0, 8), (8, 24), (24, 32), (32, 40)] as [(UInt8, UInt8)]
    for first in 0..<4 {
      for step in [1, 3] {
        var (table, counts) = (FragmentTable(), CaptureCounts())
        var whole: [UInt8]?
        for turn in 0..<4 {
          let (start, end) = pieces[(first + turn * step) % 4]
          let data = Self.bytes(start..<end)
          let packet = Self.fragment(7, at: Int(start), data, isLast: end == 40)
          #expect(whole == nil)
          whole = add(packet, to: &table, &counts)
        }
        #expect(whole == Self.bytes(0..<40))
        #expect(table.removeAll() == 0)
      }
    }
  }

  @Test("For one packet too many the oldest is given up, and no other")
  func full() {
    var (table, counts) = (FragmentTable(), CaptureCounts())
    let most = UInt16(FragmentTable.maximumPackets)
    for number in 0..<most {
      #expect(add(Self.fragment(number, at: 0, Self.bytes(0..<8)), to: &table, &counts) == nil)
    }
    // A further piece of one that waits needs no room.
    #expect(add(Self.fragment(5, at: 8, Self.bytes(8..<16)), to: &table, &counts) == nil)
    #expect(counts[.lostFragment] == 0)
    #expect(add(Self.fragment(most, at: 0, Self.bytes(0..<8)), to: &table, &counts) == nil)
    #expect(counts[.lostFragment] == 1)
    let end = Self.bytes(8..<16)
    for number in [1, most, most - 1] {
      let last = Self.fragment(number, at: 8, end, isLast: true)
      #expect(add(last, to: &table, &counts) == Self.bytes(0..<16))
    }
    #expect(add(Self.fragment(0, at: 8, end, isLast: true), to: &table, &counts) == nil)
    #expect(counts[.lostFragment] == 1)
    // All that still wait, that of 5 with two pieces, and the end of the first.
    #expect(table.removeAll() == UInt64(most) - 3 + 1 + 1)
  }

  @Test("Pieces that cannot be are named: without bytes, beyond the end, of no whole words")
  func malformed() {
    for (packet, isMalformed) in [
      (Self.fragment(1, at: 8, [], isLast: true), true), (Self.fragment(1, at: 0, [1]), true),
      (Self.fragment(1, at: 65_528, Self.bytes(0..<7), isLast: true), false),
      (Self.fragment(1, at: 65_528, Self.bytes(0..<8), isLast: true), true),
      (Self.fragment(1, at: 8, [1], isLast: true), false),
    ] {
      var (table, counts) = (FragmentTable(), CaptureCounts())
      #expect(add(packet, to: &table, &counts) == nil)
      #expect(counts[.malformedPacket] == (isMalformed ? 1 : 0))
      #expect(table.removeAll() == (isMalformed ? 0 : 1))
    }
  }

  // MARK: Headers

  private func header6(length: UInt16, next: UInt8 = 6, wireBytes: Int, there: Int = 40) -> Int? {
    var bytes = [UInt8](repeating: 0, count: there)
    bytes[0] = 0x60
    (bytes[4], bytes[5]) = (UInt8(length >> 8), UInt8(length & 0xFF))
    bytes[6] = next
    var counts = CaptureCounts()
    return bytes.lend { IPDatagram(v6: $0, at: 0, wireBytes: wireBytes, &counts)?.declaredBytes }
  }

  @Test("A length of version 6 is at most that of the frame")
  func lengths6() {
    #expect(header6(length: 20, wireBytes: 60) == 20)
    #expect(header6(length: 20, wireBytes: 64) == 20, "padded")
    #expect(header6(length: 20, wireBytes: 59) == nil)
    #expect(header6(length: 60, wireBytes: 60) == nil)
    #expect(header6(length: 0, next: 59, wireBytes: 40) == 0, "a header alone")
    #expect(header6(length: 0, wireBytes: 39) == nil)
    #expect(header6(length: 0, wireBytes: 70_000) == 69_960, "a jumbogram")
  }

  @Test("A length of version 4 is at most that of the frame, and at least its header")
  func lengths4() {
    for (cut, wire, expected) in [
      (0, 36, 16), (0, 40, 16), (0, 35, nil), (17, 36, nil), (16, 36, 0),
    ] as [(UInt16, Int, Int?)] {
      var packet = Self.fragment(1, at: 0, Self.bytes(0..<16))
      packet[3] = UInt8(36 - cut)
      var counts = CaptureCounts()
      let declared = packet.lend {
        IPDatagram(v4: $0, at: 0, wireBytes: wire, &counts)?.declaredBytes
      }
      #expect(declared == expected)
    }
  }
}
