import KymoHTTP
import Testing

@testable import KymoCapture

/// Requests and their replies, by the rules of HTTP/1.
@Suite("Exchanges") struct ExchangeTests {
  private func exchanges(
    _ script: (inout TestStream) -> Void
  ) throws -> (list: [HTTPExchange], counts: CaptureCounts) {
    var stream = TestStream()
    script(&stream)
    let (exchanges, extractor) = try stream.extract()
    return (exchanges, extractor.counts)
  }

  @Test("Several requests are sent before the first reply") func pipelining() throws {
    let (list, _) = try exchanges { stream in
      stream.send(true, (0..<4).map { TestStream.request("/\($0)") }.joined())
      stream.send(false, (0..<4).map { TestStream.reply("body \($0)") }.joined())
      stream.close()
    }
    #expect(list.map(TestExchange.summary) == (0..<4).map { "GET /\($0) -> 200 body \($0)" })
    #expect(list.map(\.number) == [1, 2, 3, 4])
  }

  @Test("Interim replies are none", arguments: [100, 102, 103])
  func interim(status: Int) throws {
    let (list, _) = try exchanges { stream in
      stream.send(true, TestStream.request("/a"))
      stream.send(false, "HTTP/1.1 \(status) Wait\r\nLink: x\r\n\r\n")
      stream.send(false, "HTTP/1.1 100 Continue\r\n\r\n")
      stream.send(false, TestStream.reply("one"))
      stream.send(true, TestStream.request("/b"))
      stream.send(false, TestStream.reply("two"))
      stream.close()
    }
    #expect(list.map(TestExchange.summary) == ["GET /a -> 200 one", "GET /b -> 200 two"])
    #expect(list.first?.reply?.interim == 2)
    // The reply begins where it does, and not with what went before.
    #expect(list.first?.latency ?? 0 > 4_000)
  }

  @Test("Replies without a body") func bodiless() throws {
    let (list, _) = try exchanges { stream in
      stream.send(true, "HEAD /h HTTP/1.1\r\n\r\n")
      stream.send(false, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")
      for status in ["204 No", "304 Not"] {
        stream.send(true, TestStream.request("/\(status.prefix(3))"))
        stream.send(false, "HTTP/1.1 \(status)\r\n\r\n")
      }
      stream.send(true, TestStream.request("/a"))
      stream.send(false, TestStream.reply("one"))
      stream.close()
    }
    #expect(
      list.map(TestExchange.summary) == [
        "HEAD /h -> 200 ", "GET /204 -> 204 ", "GET /304 -> 304 ", "GET /a -> 200 one",
      ]
    )
    #expect(list.allSatisfy { $0.isComplete })
  }

  @Test(
    "A body that ends with its connection is whole if that was closed",
    arguments: [true, false]
  )
  func closeDelimited(isClosed: Bool) throws {
    let (list, _) = try exchanges { stream in
      stream.send(true, TestStream.request("/a"))
      stream.send(false, "HTTP/1.1 200 OK\r\n\r\nall there is")
      if isClosed { stream.close() }
    }
    #expect(list.map(TestExchange.summary) == ["GET /a -> 200 all there is"])
    #expect(list.first?.isComplete == isClosed)
  }

  @Test("A body that is shorter than was said is not whole") func short() throws {
    let (list, _) = try exchanges { stream in
      stream.send(true, TestStream.request("/a"))
      stream.send(false, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort")
      stream.close()
    }
    #expect(list.map(TestExchange.summary) == ["GET /a -> 200 short"])
    #expect(list.first?.isComplete == false)
  }

  @Test("A request without a reply says why", arguments: [true, false])
  func unanswered(isClosed: Bool) throws {
    let (list, _) = try exchanges { stream in
      stream.send(true, TestStream.request("/a"))
      if isClosed { stream.close() }
    }
    #expect(list.count == 1)
    #expect(list.first?.reply == nil)
    #expect(list.first?.absence == (isClosed ? .connectionEnded : .captureEnded))
  }

  @Test("A reply that comes before its request has ended") func earlyReply() throws {
    let (list, _) = try exchanges { stream in
      stream.send(true, "POST /a HTTP/1.1\r\nContent-Length: 10\r\n\r\n01234")
      stream.send(false, TestStream.reply("no", "413 Too Large"))
      stream.send(true, "56789")
      stream.send(true, TestStream.request("/b"))
      stream.send(false, TestStream.reply("two"))
      stream.close()
    }
    #expect(list.map(TestExchange.summary) == ["POST /a -> 413 no", "GET /b -> 200 two"])
    #expect(list.first.map { $0.request.body.bytes } == Array("0123456789".utf8))
    #expect(list.first?.latency == 0)
  }

  @Test("A reply that nobody asked for is counted, and shifts nothing") func stray() throws {
    let (list, counts) = try exchanges { stream in
      stream.send(true, TestStream.request("/a"))
      stream.send(false, TestStream.reply("one"))
      stream.send(false, TestStream.reply("late", "408 Request Timeout"))
      stream.send(true, TestStream.request("/b"))
      stream.send(false, TestStream.reply("two"))
      stream.close()
    }
    #expect(list.map(TestExchange.summary) == ["GET /a -> 200 one", "GET /b -> 200 two"])
    #expect(counts[.strayReply] == 1)
  }

  @Test("What a connection goes on as is not read", arguments: ["101 Switching", "200 Connected"])
  func upgrade(status: String) throws {
    let isConnect = status.hasPrefix("200")
    let (list, counts) = try exchanges { stream in
      stream.send(true, isConnect ? "CONNECT x:1 HTTP/1.1\r\n\r\n" : TestStream.request("/ws"))
      stream.send(false, "HTTP/1.1 \(status)\r\n\r\n")
      stream.send(true, "\u{1}\u{2}GET /no HTTP/1.1\r\n\r\n")
      stream.send(false, TestStream.reply("no"))
      stream.close()
    }
    #expect(list.count == 1)
    #expect(list.first?.isComplete == true)
    #expect(counts[.upgrade] == 1)
  }

  @Test(
    "Other protocols are named and counted",
    arguments: [
      ("\u{16}\u{3}\u{1}\u{2}\u{0}", CaptureNote.tls),
      ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .http2),
      ("NICK somebody\r\nUSER a b c\r\n", .otherProtocol), ("\u{0}\u{1}", .otherProtocol),
      ("EH", .otherProtocol),
    ]
  )
  func others(first: String, note: CaptureNote) throws {
    for pieces in [[1460], [1]] {
      let (list, counts) = try exchanges { stream in
        stream.send(true, first, pieces: pieces)
        stream.send(false, "whatever")
        stream.close()
      }
      #expect(list.isEmpty)
      #expect(counts[note] == 1)
    }
  }

  @Test("A server that speaks first speaks no HTTP") func serverFirst() throws {
    let (list, counts) = try exchanges { stream in
      stream.send(false, "220 mail\r\n")
      stream.send(true, "GET /x HTTP/1.1\r\n\r\n")
      stream.close()
    }
    #expect(list.isEmpty)
    #expect(counts[.otherProtocol] == 1)
  }

  @Test("A method that nobody knows, and a request without a version") func methods() throws {
    let (list, _) = try exchanges { stream in
      stream.send(true, "FROBNICATE /a HTTP/1.1\r\n\r\n", pieces: [3])
      stream.send(false, TestStream.reply("one"))
      stream.close()
    }
    #expect(list.map(TestExchange.summary) == ["FROBNICATE /a -> 200 one"])
    let (old, _) = try exchanges { stream in
      stream.send(true, "GET /old\r\n")
      stream.send(false, "just a body")
      stream.close()
    }
    #expect(old.map(TestExchange.summary) == ["GET /old -> 0 just a body"])
  }

  @Test("Long bodies are cut, and stay as long as they were") func longBodies() throws {
    var limits = ReassemblyLimits()
    limits.bodyBytes = 100
    var stream = TestStream()
    stream.send(true, TestStream.request("/a"))
    stream.send(false, TestStream.reply(String(repeating: "x", count: 5_000)))
    stream.close()
    let (list, extractor) = try stream.extract(limits: limits)
    #expect(list.first?.reply?.body.length == 5_000)
    #expect(list.first?.reply?.body.bytes.count == 100)
    #expect(list.first?.isComplete == true)
    #expect(extractor.counts[.longBody] == 1)
  }

  @Test("The two directions of one port, used twice, are two connections") func portReuse() throws {
    var first = TestStream(client: 100, server: 900)
    first.send(true, TestStream.request("/a"))
    first.send(false, TestStream.reply("one"))
    first.close()
    var second = TestStream(client: 5_000_000, server: 7_000_000)
    second.send(true, TestStream.request("/b"))
    second.send(false, TestStream.reply("two"))
    first.packets += second.packets
    let (list, extractor) = try first.extract()
    #expect(list.map(TestExchange.summary) == ["GET /a -> 200 one", "GET /b -> 200 two"])
    #expect(list.map(\.connection) == [1, 2])
    #expect(extractor.connections == 2)
  }
}
