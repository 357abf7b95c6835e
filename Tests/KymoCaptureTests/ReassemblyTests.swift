import KymoHTTP
import KymoTestSupport
import Testing

@testable import KymoCapture

/// Streams come out as they went in, whatever happened to their packets.
@Suite("Reassembly") struct ReassemblyTests {
  private static let bodies = (0..<6).map { index in
    String(repeating: "line \(index) of a body, ", count: 1 + index * 7)
  }

  private static func wanted(_ count: Int) -> [String] {
    (0..<count).map { "GET /\($0) -> 200 \(bodies[$0])" }
  }

  @Test("Cut, shuffled, repeated and overlapping packets give the same bytes", arguments: 1...60)
  func disorder(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    // Close to where numbers wrap.
    var stream = TestStream(
      client: UInt32.max - UInt32(random.below(200)),
      server: UInt32.max - UInt32(random.below(2_000))
    )
    let count = 1 + random.below(Self.bodies.count)
    for index in 0..<count {
      let pieces = (0..<4).map { _ in 1 + random.below(90) }
      let isChunked = random.once(in: 2)
      let reply =
        isChunked ? TestStream.chunked(Self.bodies[index]) : TestStream.reply(Self.bodies[index])
      let ranges = [
        stream.send(
          true,
          TestStream.request("/\(index)"),
          pieces: pieces,
          acknowledged: random.once(in: 2)
        ),
        stream.send(false, reply, pieces: pieces, acknowledged: random.once(in: 2)),
      ]
      // The later one first, since places move.
      for range in ranges.reversed() { Self.disturb(&stream, range, &random) }
    }
    if random.once(in: 2) { stream.close() }
    let (exchanges, extractor) = try stream.extract()
    #expect(exchanges.map(TestExchange.summary) == Self.wanted(count), "seed \(seed)")
    #expect(exchanges.allSatisfy { $0.isComplete }, "seed \(seed)")
    #expect(extractor.counts[.hole] == 0, "seed \(seed)")
    #expect(extractor.counts[.differingOverlap] == 0, "seed \(seed)")
  }

  /// Moves, repeats and widens the packets of one message.
  private static func disturb(
    _ stream: inout TestStream,
    _ range: Range<Int>,
    _ random: inout SeededRandom
  ) {
    var packets = Array(stream.packets[range])
    let original = packets
    if random.once(in: 2) { packets.append(original[random.below(original.count)]) }
    for place in packets.indices.dropLast() where random.once(in: 3) {
      // Together with the beginning of what follows it in the stream.
      guard
        let at = original.firstIndex(where: { $0.frame.sequence == packets[place].frame.sequence }),
        at + 1 < original.count
      else { continue }
      let next = original[at + 1].payload
      packets[place].payload += next.prefix(1 + random.below(next.count))
    }
    if random.once(in: 2) {
      // Not further than a capture may confuse the order: see the limit on patience.
      for place in stride(from: 0, to: packets.count - 1, by: 3) where random.once(in: 2) {
        packets.swapAt(place, place + 1)
      }
    }
    stream.packets.replaceSubrange(range.lowerBound..<range.upperBound, with: packets)
  }

  @Test(
    "Behind a missing packet nothing is paired wrongly, and the hole is named",
    arguments: 1...120
  )
  func missing(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var stream = TestStream(client: UInt32.max - 50, server: UInt32.max - 300)
    let isPipelined = random.once(in: 3)
    var messages: [Range<Int>] = []
    func reply(_ index: Int) -> String {
      random.once(in: 2)
        ? TestStream.chunked(Self.bodies[index]) : TestStream.reply(Self.bodies[index])
    }
    if isPipelined {
      for index in 0..<5 {
        messages.append(stream.send(true, TestStream.request("/\(index)"), pieces: [30]))
      }
      for index in 0..<5 { messages.append(stream.send(false, reply(index), pieces: [40])) }
    } else {
      for index in 0..<5 {
        messages.append(stream.send(true, TestStream.request("/\(index)"), pieces: [30]))
        messages.append(stream.send(false, reply(index), pieces: [40]))
      }
    }
    stream.close()
    let message = random.below(messages.count)
    let lost = messages[message].lowerBound + random.below(messages[message].count)
    let isFromClient = stream.packets[lost].frame.source == TestExchange.client
    let length = stream.packets[lost].payload.count
    stream.packets.remove(at: lost)
    let (exchanges, extractor) = try stream.extract()
    let wanted = Self.wanted(5)
    for exchange in exchanges where exchange.isComplete {
      #expect(wanted.contains(TestExchange.summary(exchange)), "seed \(seed)")
    }
    // All that was over before.
    let before = isPipelined ? max(0, message - 5) : message / 2
    #expect(
      exchanges.prefix(before).map(TestExchange.summary) == Array(wanted.prefix(before)),
      "seed \(seed)"
    )
    #expect(extractor.holes.count == 1, "seed \(seed)")
    #expect(extractor.holes.first?.isFromClient == isFromClient, "seed \(seed)")
    #expect(extractor.holes.first?.length == Int64(length), "seed \(seed)")
  }

  @Test("A hole in a body whose length is known leaves the rest as it is") func holeInBody() throws
  {
    var stream = TestStream()
    let body = String(repeating: "0123456789", count: 30)
    stream.send(true, TestStream.request("/a"))
    let packets = stream.send(false, TestStream.reply(body), pieces: [100])
    stream.send(true, TestStream.request("/b"))
    stream.send(false, TestStream.reply("second"))
    stream.close()
    stream.packets.remove(at: packets.lowerBound + 1)
    let (exchanges, _) = try stream.extract()
    #expect(exchanges.count == 2)
    let first = try #require(exchanges.first?.reply)
    #expect(first.body.holes.map(\.length) == [100])
    #expect(first.body.length == 300 && first.body.capturedLength == 200)
    #expect(first.body.bytes.count == 200)
    #expect(!first.isComplete)
    #expect(exchanges.first?.absence == .lostInHole)
    #expect(exchanges.last.map(TestExchange.summary) == "GET /b -> 200 second")
  }

  /// Nothing says that the hole was all of it: what follows may be the rest of its body.
  @Test("Behind a reply that is missing as a whole there are none") func lostReply() throws {
    var stream = TestStream()
    var lost = 0..<0
    for index in 0..<5 {
      stream.send(true, TestStream.request("/\(index)"))
      let reply = stream.send(false, TestStream.reply("body \(index)"))
      if index == 2 { lost = reply }
    }
    stream.close()
    stream.packets.removeSubrange(lost)
    let (exchanges, _) = try stream.extract()
    #expect(exchanges.allSatisfy { $0.request.isComplete })
    #expect(
      exchanges.map(TestExchange.summary) == [
        "GET /0 -> 200 body 0", "GET /1 -> 200 body 1", "GET /2 -> lost-in-hole",
        "GET /3 -> pairing-lost", "GET /4 -> pairing-lost",
      ]
    )
  }

  @Test("Behind a reply that is missing shortly before the end there are none")
  func lostLateReply() throws {
    var stream = TestStream()
    var lost = 0..<0
    for index in 0..<3 {
      stream.send(true, TestStream.request("/\(index)"), acknowledged: false)
      let reply = stream.send(false, TestStream.reply("body \(index)"), acknowledged: false)
      if index == 1 { lost = reply }
    }
    stream.packets.removeSubrange(lost)
    let (exchanges, extractor) = try stream.extract()
    #expect(
      exchanges.map(TestExchange.summary) == [
        "GET /0 -> 200 body 0", "GET /1 -> lost-in-hole", "GET /2 -> pairing-lost",
      ]
    )
    #expect(extractor.holes.count == 1)
  }

  @Test("Replies captured before their requests are theirs all the same") func early() throws {
    var stream = TestStream()
    let request = stream.send(true, TestStream.request("/a"), acknowledged: false)
    let reply = stream.send(false, TestStream.reply("one"), acknowledged: false)
    stream.close()
    stream.packets.swapAt(request.lowerBound, reply.lowerBound)
    let (exchanges, extractor) = try stream.extract()
    #expect(exchanges.map(TestExchange.summary) == ["GET /a -> 200 one"])
    #expect(extractor.counts[.hole] == 0)
  }

  @Test("Of data that comes twice the first counts, and the difference is named") func overlap()
    throws
  {
    var stream = TestStream()
    stream.send(true, TestStream.request("/a"))
    let reply = stream.send(false, TestStream.reply("first"))
    var forged = stream.packets[reply.lowerBound]
    forged.payload[forged.payload.count - 5] = UInt8(ascii: "F")
    stream.packets.insert(forged, at: reply.upperBound)
    stream.close()
    let (exchanges, extractor) = try stream.extract()
    #expect(exchanges.map(TestExchange.summary) == ["GET /a -> 200 first"])
    let difference = try #require(extractor.differences.first)
    #expect(extractor.differences.count == 1)
    #expect(difference.offset == Int64(forged.payload.count - 5))
    #expect((difference.first, difference.later) == (UInt8(ascii: "f"), UInt8(ascii: "F")))
    #expect(!difference.isFromClient)
  }

  @Test("A capture that begins in the middle begins with its first request") func midStream() throws
  {
    var stream = TestStream()
    stream.send(true, TestStream.request("/lost"))
    let lost = stream.send(false, TestStream.reply("lost"))
    stream.send(true, TestStream.request("/a"))
    stream.send(false, TestStream.reply("one"))
    stream.send(true, TestStream.request("/b"))
    stream.send(false, TestStream.reply("two"))
    stream.packets.removeSubrange(..<lost.lowerBound)
    let (exchanges, extractor) = try stream.extract()
    #expect(exchanges.map(TestExchange.summary) == ["GET /a -> 200 one", "GET /b -> 200 two"])
    #expect(extractor.counts[.midStream] == 1)
    #expect(extractor.counts[.strayReply] == 1)
  }

  @Test("What waits above a hole is bounded, and the bound is counted") func bounds() throws {
    var limits = ReassemblyLimits()
    limits.bytesAboveHole = 1_000
    var stream = TestStream()
    stream.send(true, TestStream.request("/a"))
    let body = String(repeating: "x", count: 4_000)
    let reply = stream.send(false, TestStream.reply(body), pieces: [100], acknowledged: false)
    stream.packets.remove(at: reply.lowerBound + 2)
    let (exchanges, extractor) = try stream.extract(limits: limits)
    #expect(extractor.counts[.holdLimit] > 0)
    #expect(extractor.holes.map(\.length) == [100])
    #expect(exchanges.first?.reply?.body.length == 4_000)
  }

  @Test("Many small pieces above a hole take no quadratic time") func pieces() throws {
    var stream = TestStream()
    stream.send(true, TestStream.request("/a"))
    let body = String(repeating: "x", count: 20_000)
    let reply = stream.send(false, TestStream.reply(body), pieces: [1], acknowledged: false)
    // Every second byte is missing, and the others come last to first.
    var kept: [TestStream.Packet] = []
    for place in reply where place % 2 == 0 { kept.append(stream.packets[place]) }
    stream.packets.replaceSubrange(reply, with: kept.reversed())
    let (_, extractor) = try stream.extract()
    #expect(extractor.counts[.holdLimit] > 0)
    #expect(extractor.packets == UInt64(stream.packets.count))
  }

  @Test("A far-away byte allocates nothing between") func farAway() throws {
    var stream = TestStream()
    stream.send(true, TestStream.request("/a"))
    let reply = stream.send(false, TestStream.reply("one"), acknowledged: false)
    var far = stream.packets[reply.lowerBound]
    far.frame.sequence &+= 1 << 30
    stream.packets.insert(far, at: reply.upperBound)
    let (exchanges, extractor) = try stream.extract()
    #expect(exchanges.map(TestExchange.summary) == ["GET /a -> 200 one"])
    #expect(extractor.holes.map(\.length) == [1 << 30 - Int64(far.payload.count)])
  }

  @Test("A byte before the next one is a probe, whatever it is; the byte before that comes twice")
  func probes() throws {
    for (distance, isProbe) in [(1 as UInt32, true), (2, false), (3, false)] {
      var stream = TestStream()
      stream.send(true, TestStream.request("/a"))
      let place = (client: stream.next.client &- distance, server: stream.next.server)
      // Not the byte that was there.
      stream.packets.append(stream.packet(true, .ack, [0], at: place))
      stream.send(false, TestStream.reply("hello"))
      stream.close()
      let (exchanges, extractor) = try stream.extract()
      #expect(exchanges.map(TestExchange.summary) == ["GET /a -> 200 hello"])
      #expect(extractor.counts[.keepAlive] == (isProbe ? 1 : 0), "\(distance) bytes back")
      #expect(extractor.counts[.retransmission] == (isProbe ? 0 : 1), "\(distance) bytes back")
      #expect(extractor.counts[.differingOverlap] == (isProbe ? 0 : 1), "\(distance) bytes back")
    }
  }

  @Test("An acknowledgement further ahead than any window is no acknowledgement")
  func farAhead() {
    for (ahead, isTaken) in [(1 << 30 as UInt32, true), (1 << 30 + 1, false)] {
      var stream = StreamDirection()
      stream.begin(at: .max - 5, isStart: true)
      stream.acknowledge(UInt32.max &- 5 &+ ahead, window: 1)
      #expect(stream.acknowledged == (isTaken ? Int64(ahead) : 0))
    }
  }
}
