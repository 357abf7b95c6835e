import KymoHTTP
import Testing

@testable import KymoCapture

/// Bounds of what a capture says, each on both sides.
@Suite("Edges of captures") struct CaptureEdgeTests {
  @Test("A reply before the end of its request took no time")
  func latency() {
    for (asked, answered, latency) in [
      (1_000, 2_500, 1_500), (1_000, 1_001, 1), (1_000, 1_000, 0), (2_000, 1_000, 0),
    ] as [(Int64, Int64, Int64)] {
      #expect(TestExchange.get("/", "", at: asked, answered: answered).latency == latency)
    }
    var exchange = TestExchange.get("/", "")
    exchange.reply = nil
    #expect(exchange.latency == nil)
  }

  @Test(
    "A body that just fits is whole, one byte more is cut, and its length is known",
    arguments: [4, 5, 6]
  )
  func bodies(limit: Int) throws {
    var stream = TestStream()
    stream.send(true, TestStream.request("/a"))
    stream.send(false, TestStream.reply("hello"), pieces: [40, 1])
    stream.close()
    var limits = ReassemblyLimits()
    limits.bodyBytes = limit
    let (exchanges, extractor) = try stream.extract(limits: limits)
    let body = try #require(exchanges.first?.reply?.body)
    #expect(body.length == 5 && body.bytes == Array("hello".utf8.prefix(limit)))
    #expect(body.isCut == (limit < 5))
    #expect(extractor.counts[.longBody] == (limit < 5 ? 1 : 0))
  }

  @Test(
    "The first bytes of a stream tell a request, or that it is none",
    arguments: [
      ("GET / HTTP/1.1\r\n", FirstBytes.request), ("\r\nGET /", .request), ("HTTP/1.1 200", .reply),
      ("\u{16}\u{3}\u{1}", .tls), ("\u{16}\u{3}", .undecided), ("PRI * HTTP/2.0\r\n", .http2),
      ("", .undecided), ("GE", .undecided), ("BREW-COFFEE", .undecided), ("(REW-COFFEE", .other),
      ("=====", .other), ("BREW(COFFEE", .other), ("BREW / HTTP/1.1\r\n", .request),
      ("hello world\r\n", .other),
    ]
  )
  func firstBytes(_ text: String, _ expected: FirstBytes) {
    #expect(Array(text.utf8).lend { FirstBytes($0) } == expected)
  }

  @Test("Thirty-two letters may be a method, and more are none")
  func longMethod() {
    for (count, expected) in [(32, FirstBytes.undecided), (33, .other)] {
      let text = [UInt8](repeating: 0x41, count: count)
      #expect(text.lend { FirstBytes($0) } == expected)
    }
  }

  /// A pcapng file of one packet whose time is so many seconds.
  private func nextGeneration(seconds: UInt64) -> [UInt8] {
    func words(_ words: UInt32...) -> [UInt8] {
      words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) } }
    }
    let section = words(0x0A0D_0D0A, 28, 0x1A2B_3C4D, 1, .max, .max, 28)
    // Link 1, whose times are in units of 10⁰ seconds: option 9, one byte, padded; then the end of options.
    let interface = words(1, 32, 1, 65_535, 0x0001_0009, 0, 0, 32)
    let packet =
      words(6, 36, 0, UInt32(seconds >> 32), UInt32(truncatingIfNeeded: seconds), 4, 4) + [
        1, 2, 3, 4,
      ]
      + words(36)
    return section + interface + packet
  }

  @Test("A time that no number of ns holds is 0, and the packet is there")
  func times() throws {
    for (seconds, expected) in [
      (5, 5_000_000_000), (9_223_372_036, 9_223_372_036_000_000_000), (9_223_372_037, 0),
      (1 << 62, 0),
    ] as [(UInt64, Int64)] {
      let file = try CaptureFile(bytes: nextGeneration(seconds: seconds))
      var times: [Int64] = []
      var bytes: [UInt8] = []
      while try file.next({ packet, data in
        times.append(packet.timestamp)
        for place in 0..<data.byteCount { bytes.append(data.byte(at: place)) }
      }) {}
      #expect(times == [expected] && bytes == [1, 2, 3, 4], "\(seconds) s")
    }
  }

  @Test("Who is told to stop says so, and nobody else does") func stopped() throws {
    var stream = TestStream()
    stream.send(true, TestStream.request("/a"))
    stream.send(false, TestStream.reply("hello"))
    for isStopped in [false, true] {
      let extractor = CaptureExtractor(try CaptureFile(bytes: stream.file()))
      var count = 0
      while extractor.next(shouldStop: { _ in isStopped }) != nil { count += 1 }
      #expect(extractor.wasStopped == isStopped && count == (isStopped ? 0 : 1))
    }
  }

  @Test("What is in order behind a hole is not out of order, and an end has nothing behind it")
  func counts() throws {
    let body = String(repeating: "0123456789", count: 60)
    for isSwapped in [true, false] {
      var stream = TestStream()
      stream.send(true, TestStream.request("/a"))
      let reply = stream.send(false, TestStream.reply(body), pieces: [100], acknowledged: false)
      stream.close()
      if isSwapped {
        stream.packets.swapAt(reply.lowerBound + 2, reply.lowerBound + 3)
      } else {
        stream.packets.remove(at: reply.lowerBound + 2)
      }
      let (exchanges, extractor) = try stream.extract()
      #expect(exchanges.first?.reply?.body.capturedLength == (isSwapped ? 600 : 500))
      #expect(extractor.counts[.hole] == (isSwapped ? 0 : 1))
      #expect(extractor.counts[.outOfOrder] == (isSwapped ? 1 : 0))
      #expect(extractor.counts[.behindEnd] == 0)
    }
  }
}
