import KymoHTTP
import Testing

@testable import KymoCapture

/// Behind a hole that has taken the end of a message, nothing says whether what follows is one, or a part of a body.
@Suite("Holes that take the end of a message") struct LostEndTests {
  private static let inner = TestStream.request("/call?cmd=play")
  private static let head = "POST /b HTTP/1.1\r\nHost: t\r\n"

  /// A conversation whose second message of an end lacks its middle, of which the rest looks like a message.
  private func stream(_ isClient: Bool, _ start: String, _ hole: String, _ rest: String)
    -> TestStream
  {
    var stream = TestStream()
    stream.send(true, TestStream.request("/a"))
    stream.send(false, TestStream.reply("one"))
    if !isClient { stream.send(true, TestStream.request("/b")) }
    stream.send(isClient, start)
    let lost = stream.send(isClient, hole, acknowledged: false)
    // A client may ask before it has all of a reply.
    if !isClient { stream.send(true, TestStream.request("/c"), acknowledged: false) }
    stream.send(isClient, rest)
    stream.send(false, TestStream.reply("three"))
    stream.send(true, TestStream.request("/d"))
    stream.send(false, TestStream.reply("four"))
    stream.close()
    stream.packets.removeSubrange(lost)
    return stream
  }

  @Test("In a reply: no request behind it has one", arguments: [true, false])
  func replies(isCut: Bool) throws {
    let evil = TestStream.reply("evil")
    let fields = "X: y\r\nContent-Length: \(evil.utf8.count)\r\n\r\n"
    let line = "HTTP/1.1 200 OK\r\n"
    let stream = stream(false, isCut ? line : "", isCut ? fields : line + fields, evil)
    let (exchanges, extractor) = try stream.extract()
    #expect(
      exchanges.map(TestExchange.summary) == [
        "GET /a -> 200 one", "GET /b -> lost-in-hole", "GET /c -> pairing-lost",
        "GET /d -> pairing-lost",
      ]
    )
    #expect(exchanges.allSatisfy { $0.request.isComplete && !$0.request.isBehindDoubt })
    #expect(extractor.counts[.partial] == 1)
  }

  @Test(
    "In a request: what follows may be none",
    arguments: [
      [head, "X: y\r\nContent-Length: 86\r\n\r\n"],
      [head + "Transfer-Encoding: chunked\r\n\r\n64\r\nAAAA", "AAAA\r\n2b\r\n"],
      ["", head + "Content-Length: 43\r\n\r\n"],
    ]
  )
  func requests(parts: [String]) throws {
    let stream = stream(true, parts[0], parts[1], Self.inner + Self.inner)
    let (exchanges, extractor) = try stream.extract()
    #expect(exchanges.first.map(TestExchange.summary) == "GET /a -> 200 one")
    #expect(exchanges.dropFirst().allSatisfy { !$0.request.isComplete && $0.latency == nil })
    let inDoubt = exchanges.filter(\.request.isBehindDoubt)
    #expect(inDoubt.map(\.request.target) == ["/call?cmd=play", "/call?cmd=play", "/d"])
    #expect(inDoubt.allSatisfy { $0.reply == nil && $0.absence == .pairingLost })
    // In their order, though the one with the hole may wait for its reply.
    #expect(exchanges.map(\.number) == exchanges.map(\.number).sorted())
    #expect(extractor.counts[.partial] == 1)
  }

  @Test("In the first request: what follows may be none") func firstRequest() throws {
    var stream = TestStream()
    let lost = stream.send(true, Self.head + "Content-Length: 43\r\n\r\n", acknowledged: false)
    stream.send(true, Self.inner)
    stream.send(false, TestStream.reply("one"))
    stream.close()
    stream.packets.removeSubrange(lost)
    let (exchanges, _) = try stream.extract()
    #expect(exchanges.map(TestExchange.summary) == ["GET /call?cmd=play -> pairing-lost"])
    #expect(exchanges.allSatisfy { $0.request.isBehindDoubt && !$0.request.isComplete })
  }

  @Test("What was asked before a hole in requests is answered behind it") func before() throws {
    var stream = TestStream()
    stream.send(true, TestStream.request("/a"))
    stream.send(true, TestStream.request("/b"))
    let lost = stream.send(true, TestStream.request("/lost"), pieces: [20, 1460])
    stream.send(true, TestStream.request("/c"))
    for body in ["one", "two", "three", "four"] { stream.send(false, TestStream.reply(body)) }
    stream.close()
    stream.packets.remove(at: lost.lowerBound + 1)
    let (exchanges, _) = try stream.extract()
    #expect(
      exchanges.map(TestExchange.summary) == [
        "GET /a -> 200 one", "GET /b -> 200 two", "GET /lost -> pairing-lost",
        "GET /c -> pairing-lost",
      ]
    )
    #expect(exchanges.map(\.request.isBehindDoubt) == [false, false, false, true])
  }
}
