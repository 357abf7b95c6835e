import KymoDeflate
import KymoHTTP
import KymoTestSupport
import Testing

@testable import KymoCapture

/// What is written is read again, and is well-formed.
@Suite("Writing captures") struct CaptureWriterTests {
  private static func file(_ exchanges: [HTTPExchange]) -> [UInt8] {
    var writer = CaptureWriter()
    writer.append(exchanges)
    return writer.finish()
  }

  @Test("Exchanges come out as they went in", arguments: 1...20) func roundTrip(seed: UInt64) throws
  {
    var random = SeededRandom(seed: seed)
    var time: Int64 = 1_700_000_000_000_000_000
    let exchanges = (0..<30).map { index in
      time += Int64(random.below(1_000_000))
      let body = String(repeating: "b\(index) ", count: random.below(2_000))
      var exchange = TestExchange.get(
        "/\(index)",
        body,
        at: time,
        answered: time + Int64(random.below(3_000_000))
      )
      if random.once(in: 4) {
        exchange.request.method = "POST"
        exchange.request.body = HTTPBody((0..<random.below(5_000)).map { UInt8($0 & 0xFF) })
      }
      if random.once(in: 5) { exchange.reply = nil }
      return exchange
    }
    let (read, extractor) = try TestExchange.extract(Self.file(exchanges))
    let sorted = read.sorted(by: HTTPExchange.precedes)
    #expect(sorted.count == exchanges.count, "seed \(seed)")
    for (read, written) in zip(sorted, exchanges) {
      #expect(read.request.target == written.request.target, "seed \(seed)")
      #expect(read.request.body.bytes == written.request.body.bytes, "seed \(seed)")
      #expect(read.request.last == written.request.last, "seed \(seed)")
      #expect(read.reply?.body.bytes == written.reply?.body.bytes, "seed \(seed)")
      #expect(read.reply?.first == written.reply?.first, "seed \(seed)")
    }
    #expect(extractor.counts.noticed.isEmpty, "seed \(seed)")
    #expect(extractor.counts.unreadPackets.isEmpty, "seed \(seed)")
  }

  @Test("The same exchanges give the same bytes, also in portions") func same() {
    let exchanges = (0..<10).map { TestExchange.get("/\($0)", "body", at: Int64($0) * 10) }
    var writer = CaptureWriter()
    writer.append(exchanges)
    var bytes = writer.takeBytes()
    bytes += writer.finish()
    #expect(bytes == Self.file(exchanges))
  }

  @Test("A small file is this, byte for byte") func golden() {
    let file = Self.file([TestExchange.get("/a", "hi", at: 1_000_000_001, answered: 1_000_000_002)])
    // Header of the file, ten packets of TCP.
    #expect(Array(file[..<8]) == [0x4D, 0x3C, 0xB2, 0xA1, 2, 0, 4, 0])
    #expect(Array(file[24..<40]) == [1, 0, 0, 0, 1, 0, 0, 0, 58, 0, 0, 0, 58, 0, 0, 0])
    #expect(
      Array(file[40..<98]) == [
        2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0,
        0x45, 0, 0, 44, 0, 0, 0x40, 0, 64, 6, 0x3C, 0xCA, 127, 0, 0, 1, 127, 0, 0, 1,
        0xC0, 0, 0, 80, 0, 0, 3, 0xE8, 0, 0, 0, 0, 0x60, 2, 0xFF, 0xFF, 0xD5, 0xEB, 0, 0,
        2, 4, 5, 0xB4,
      ]
    )
    // The rest by its checksum, from a script that puts the same ten frames together.
    #expect(file.count == 803)
    #expect(file.lend { CRC32.update(0, with: $0) } == 0x3734_C1DC)
  }

  @Test("Times that a file cannot hold become the nearest") func times() throws {
    for (time, expected) in [(-5 as Int64, 0 as Int64), (.max, PcapEncoder.lastTime)] {
      let file = PcapEncoder.header() + PcapEncoder.packet([1], at: time)
      var seen: Int64 = -1
      _ = try CaptureFile(bytes: file).next { packet, _ in seen = packet.timestamp }
      #expect(seen == expected)
    }
  }
}
