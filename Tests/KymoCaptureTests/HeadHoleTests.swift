import KymoHTTP
import Testing

@testable import KymoCapture

/// A hole in the head of a message makes it not whole: it has no partner, and no time.
@Suite("Holes in heads") struct HeadHoleTests {
  private static let request =
    "GET /call?cmd=logMessage&msg=%5B%22one%22%5D HTTP/1.1\r\nHost: t\r\n\r\n"
  private static let reply = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nKymo-Event: 3/0/1\r\n\r\n"
  private static let first = "GET /call?cmd=logMessage&msg=%5B%22one%22%5D -> 200 one"
  private static let second = "GET /b -> 200 two"

  /// A conversation of two exchanges; the first request, or the first reply, lacks a part.
  private func conversation(
    isRequest: Bool,
    lacking hole: Range<Int>,
    isClosed: Bool = true
  ) -> TestStream {
    var stream = TestStream()
    func send(_ isClient: Bool, _ text: String, _ isCut: Bool) {
      guard isCut else { return _ = stream.send(isClient, text) }
      let sizes = [hole.lowerBound, hole.count, 1460].filter { $0 > 0 }
      let range = stream.send(isClient, text, pieces: sizes)
      stream.packets.remove(at: range.lowerBound + (hole.lowerBound > 0 ? 1 : 0))
    }
    send(true, Self.request, isRequest)
    send(false, Self.reply + "one", !isRequest)
    send(true, TestStream.request("/b"), false)
    send(false, TestStream.reply("two"), false)
    if isClosed { stream.close() }
    return stream
  }

  private func check(_ stream: TestStream, hole: Range<Int>, isRequest: Bool) throws {
    let (exchanges, extractor) = try stream.extract()
    for exchange in exchanges {
      let summary = TestExchange.summary(exchange)
      // The one that lacks a part is never whole, and the other is only what it was.
      #expect(!exchange.isComplete || summary == Self.second, "\(hole): \(summary)")
      #expect(exchange.request.isComplete || exchange.latency == nil, "\(hole): \(summary)")
      if isRequest, exchange.request.target != "/b" {
        #expect(!exchange.request.isComplete, "\(hole): \(summary)")
        #expect(exchange.request.fields.isEmpty, "\(hole): \(summary)")
      }
      if exchange.request.target != "/b" { #expect(exchange.reply == nil, "\(hole): \(summary)") }
    }
    #expect(extractor.holes.map(\.length) == [Int64(hole.count)], "\(hole)")
    // It is listed, but for one of which not even the method is there.
    let isListed = exchanges.contains { $0.request.target != "/b" }
    #expect(isListed == (!isRequest || hole.lowerBound > 3), "\(hole)")
    if isRequest, hole.lowerBound > 0 {
      let finding = try #require(extractor.findings.first, "\(hole)")
      #expect(finding.note == .cutHead && finding.isFromClient, "\(hole)")
      #expect(finding.offset == 0 && finding.exchange == (isListed ? 1 : nil), "\(hole)")
    }
  }

  @Test("In a request, at every byte of its head", arguments: [1, 2, 7, 1000])
  func requests(count: Int) throws {
    let bytes = Self.request.utf8.count
    for start in 0..<bytes {
      let hole = start..<min(bytes, start + count)
      for isClosed in [true, false] {
        try check(
          conversation(isRequest: true, lacking: hole, isClosed: isClosed),
          hole: hole,
          isRequest: true
        )
      }
    }
  }

  @Test("In a reply, at every byte of its head", arguments: [1, 2, 7, 1000])
  func replies(count: Int) throws {
    let bytes = Self.reply.utf8.count
    for start in 0..<bytes {
      let hole = start..<min(bytes, start + count)
      for isClosed in [true, false] {
        try check(
          conversation(isRequest: false, lacking: hole, isClosed: isClosed),
          hole: hole,
          isRequest: false
        )
      }
    }
  }

  @Test("A head that ends with its connection, or with the capture", arguments: [true, false])
  func ends(isClosed: Bool) throws {
    for count in 1..<Self.request.utf8.count {
      var stream = TestStream()
      stream.send(true, String(Self.request.utf8.prefix(count)) ?? "")
      if isClosed { stream.close() }
      let (exchanges, _) = try stream.extract()
      #expect(exchanges.allSatisfy { !$0.request.isComplete && $0.reply == nil }, "\(count)")
    }
    for count in 1..<Self.reply.utf8.count {
      var stream = TestStream()
      stream.send(true, Self.request)
      stream.send(false, String(Self.reply.utf8.prefix(count)) ?? "")
      if isClosed { stream.close() }
      let (exchanges, _) = try stream.extract()
      #expect(exchanges.count == 1, "\(count)")
      #expect(exchanges.allSatisfy { !$0.isComplete && $0.reply == nil }, "\(count)")
      #expect(
        exchanges.first?.absence == (isClosed ? .connectionEnded : .captureEnded),
        "\(count)"
      )
    }
  }

  @Test("A head of which the snapshot length leaves the beginning") func snapshots() throws {
    for length in 54..<54 + max(Self.request.utf8.count, Self.reply.utf8.count) + 3 {
      var stream = TestStream()
      stream.send(true, Self.request)
      stream.send(false, Self.reply + "one")
      stream.send(true, TestStream.request("/b"))
      stream.send(false, TestStream.reply("two"))
      stream.close()
      for place in stream.packets.indices { stream.packets[place].snapshot = length }
      let (exchanges, _) = try stream.extract()
      for exchange in exchanges {
        let isThere = length - 54 >= Self.request.utf8.count
        if exchange.request.target != "/b" {
          #expect(exchange.request.isComplete == isThere, "\(length)")
        }
        let summary = TestExchange.summary(exchange)
        #expect(
          !exchange.isComplete || summary == Self.first || summary == Self.second,
          "\(length)"
        )
      }
    }
  }

  @Test("Of several requests on their way, the one with a hole in its head has no reply")
  func pipelined() throws {
    var stream = TestStream()
    stream.send(true, TestStream.request("/a"))
    let cut = stream.send(true, TestStream.request("/cut"), pieces: [6, 5, 1460])
    stream.send(false, TestStream.reply("one"))
    stream.send(false, TestStream.reply("two"))
    stream.close()
    stream.packets.remove(at: cut.lowerBound + 1)
    let (exchanges, extractor) = try stream.extract()
    #expect(
      exchanges.map(TestExchange.summary) == ["GET /a -> 200 one", "GET /c -> pairing-lost"]
    )
    #expect(exchanges.map(\.isComplete) == [true, false])
    #expect(extractor.findings.map(\.offset) == [Int64(TestStream.request("/a").utf8.count)])
  }
}
