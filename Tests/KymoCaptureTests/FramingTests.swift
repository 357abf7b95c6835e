import KymoHTTP
import Testing

@testable import KymoCapture

/// What two readers may read differently is named, and not taken for whole.
@Suite("Framing") struct FramingTests {
  /// A head, and what is to be said of it.
  struct Case: CustomTestStringConvertible, Sendable {
    var lines: String
    var note: CaptureNote
    var body = "hello"

    var testDescription: String { lines.debugDescription }
  }

  private static let chunked = "5\r\nhello\r\n0\r\n\r\n"
  private static let cases: [Case] = [
    Case(
      lines: "Content-Length: 5\r\nTransfer-Encoding: chunked",
      note: .lengthBesideCoding,
      body: chunked
    ),
    Case(
      lines: "transfer-encoding: chunked\r\ncontent-length: 15",
      note: .lengthBesideCoding,
      body: chunked
    ),
    Case(lines: "Content-Length: 5\r\nContent-Length: 6", note: .severalLengths),
    Case(lines: "Content-Length: 5\r\nX: y\r\ncontent-length: 5", note: .severalLengths),
    Case(lines: "Content-Length: 5, 5", note: .severalLengths),
    Case(lines: "Content-Length: -5", note: .badLength),
    Case(lines: "Content-Length: +5", note: .badLength),
    Case(lines: "Content-Length: 0x5", note: .badLength),
    Case(lines: "Content-Length: 5 bytes", note: .badLength),
    Case(lines: "Content-Length: 18446744073709551615", note: .badLength),
    Case(lines: "Content-Length:", note: .badLength),
    Case(lines: "Content-Length : 5", note: .badLength),
    Case(lines: "X: y\r\n Content-Length: 5", note: .badLength),
    Case(lines: "X: y\rContent-Length: 5", note: .badLength),
    Case(lines: "Transfer-Encoding: xchunked", note: .badCoding, body: chunked),
    Case(lines: "Transfer-Encoding: chunked, identity", note: .badCoding, body: chunked),
    Case(
      lines: "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
      note: .badCoding,
      body: chunked
    ),
  ]
  private static let oddChunks: [Case] = [
    "-5\r\nhello\r\n0\r\n\r\n", "+5\r\nhello\r\n0\r\n\r\n", "0x5\r\nhello\r\n0\r\n\r\n",
    " 5\r\nhello\r\n0\r\n\r\n", "5\nhello\r\n0\r\n\r\n", "5\r\nhello\n0\r\n\r\n",
    "5\r\nhello\r\n0x\r\n\r\n", "5 5\r\nhello\r\n0\r\n\r\n", "5\r\nhello\r\n\t0\r\n\r\n",
  ].map { Case(lines: "Transfer-Encoding: chunked", note: .badLength, body: $0) }
  private static let plainChunks: [String] = [
    chunked, "05;name=value\r\nhello\r\n000\r\n\r\n", "5  \r\nhello\r\n0\r\nTrailer: x\r\n\r\n",
    "2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n", "0\r\n\r\n",
  ]

  @Test("In a request: it is not whole, nor is what follows", arguments: cases + oddChunks)
  func requests(_ framing: Case) throws {
    var stream = TestStream()
    stream.send(true, TestStream.request("/a"))
    stream.send(false, TestStream.reply("one"))
    stream.send(true, "POST /b HTTP/1.1\r\nHost: t\r\n\(framing.lines)\r\n\r\n\(framing.body)")
    stream.send(true, TestStream.request("/inner"))
    stream.send(false, TestStream.reply("two"))
    stream.send(false, TestStream.reply("three"))
    stream.close()
    let (found, extractor) = try stream.extract()
    let exchanges = found.sorted { $0.number < $1.number }
    #expect(exchanges.first.map(TestExchange.summary) == "GET /a -> 200 one")
    #expect(exchanges.map(\.isComplete) == [true] + exchanges.dropFirst().map { _ in false })
    #expect(exchanges.dropFirst().allSatisfy { !$0.request.isComplete && $0.latency == nil })
    #expect(exchanges.dropFirst(2).allSatisfy { $0.reply == nil })
    // It has no partner either.
    #expect(exchanges[1].request.target == "/b" && exchanges[1].reply == nil)
    #expect(exchanges.map(\.request.isBehindDoubt).prefix(2) == [false, false])
    #expect(exchanges.dropFirst(2).allSatisfy { $0.request.isBehindDoubt })
    let finding = try #require(extractor.findings.first { $0.note == framing.note })
    #expect(finding.isFromClient && finding.connection == 1 && finding.exchange == 2)
    #expect(finding.offset == Int64(TestStream.request("/a").utf8.count))
    #expect(extractor.counts[.partial] == 1)
  }

  @Test("In a reply: it is not whole, and what follows has none", arguments: cases + oddChunks)
  func replies(_ framing: Case) throws {
    var stream = TestStream()
    stream.send(true, TestStream.request("/a"))
    stream.send(false, TestStream.reply("one"))
    stream.send(true, TestStream.request("/b"))
    stream.send(false, "HTTP/1.1 200 OK\r\n\(framing.lines)\r\n\r\n\(framing.body)")
    stream.send(true, TestStream.request("/c"))
    stream.send(false, TestStream.reply("three"))
    stream.close()
    let (found, extractor) = try stream.extract()
    let exchanges = found.sorted { $0.number < $1.number }
    #expect(exchanges.first.map(TestExchange.summary) == "GET /a -> 200 one")
    #expect(exchanges.map(\.request.target) == ["/a", "/b", "/c"])
    #expect(exchanges.map(\.isComplete) == [true, false, false])
    #expect(exchanges.dropFirst().allSatisfy { $0.reply == nil && $0.latency == nil })
    #expect(exchanges.dropFirst().allSatisfy { $0.absence == .pairingLost })
    let finding = try #require(extractor.findings.first { $0.note == framing.note })
    #expect(!finding.isFromClient && finding.exchange == 2)
    #expect(finding.offset == Int64(TestStream.reply("one").utf8.count))
  }

  @Test("Chunks of plain lengths are beyond doubt, however they are cut", arguments: plainChunks)
  func plainLengths(body: String) throws {
    for size in [1, 2, 3, 7, 1460] {
      var stream = TestStream()
      for target in ["/a", "/b"] {
        let head = "HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
        stream.send(true, "POST \(target) \(head)\(body)", pieces: [size])
        stream.send(
          false,
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(body)",
          pieces: [size]
        )
      }
      stream.close()
      let (exchanges, extractor) = try stream.extract()
      #expect(exchanges.count == 2 && exchanges.allSatisfy { $0.isComplete }, "\(size)")
      #expect(extractor.findings.isEmpty, "\(size)")
    }
  }

  @Test("A reply without a body has no length that could be wrong") func bodiless() throws {
    var stream = TestStream()
    stream.send(true, "HEAD /a HTTP/1.1\r\nHost: t\r\n\r\n")
    stream.send(
      false,
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    stream.send(true, TestStream.request("/b"))
    stream.send(false, TestStream.reply("two"))
    stream.close()
    let (exchanges, extractor) = try stream.extract()
    #expect(exchanges.map(TestExchange.summary) == ["HEAD /a -> 200 ", "GET /b -> 200 two"])
    #expect(exchanges.allSatisfy { $0.isComplete } && extractor.findings.isEmpty)
  }

  @Test("Chunks, other codings before them, and plain lengths are beyond doubt") func plain() throws
  {
    var stream = TestStream()
    for head in [
      "Transfer-Encoding: Chunked", "Transfer-Encoding: gzip, chunked",
      "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked",
    ] {
      let text = "HTTP/1.1\r\nHost: t\r\n\(head)\r\n\r\n\(Self.chunked)"
      // libhtp reads no other coding before the chunks of a request.
      let isPlain = head.hasSuffix("Chunked")
      stream.send(true, isPlain ? "POST /a \(text)" : TestStream.request("/a"), pieces: [3, 11, 1])
      stream.send(false, "HTTP/1.1 200 OK\r\n\(head)\r\n\r\n\(Self.chunked)", pieces: [7, 1])
    }
    stream.close()
    let (exchanges, extractor) = try stream.extract()
    #expect(exchanges.count == 3 && exchanges.allSatisfy { $0.isComplete })
    #expect(extractor.findings.isEmpty)
  }

  @Test(
    "A reply without a status line is none",
    arguments: [
      "gobble\r\nContent-Length: 5\r\n\r\nhello", "HTTP/1.1 abc\r\nContent-Length: 5\r\n\r\nhello",
      "HTTP/1.1 20 OK\r\nContent-Length: 5\r\n\r\nhello",
      "HTTP/1.1 2000 OK\r\nContent-Length: 5\r\n\r\nhello",
      "HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", "HTTP/3.1 200 OK\r\nContent-Length: 0\r\n\r\n",
      " HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "\u{0}\u{0}\u{12}\u{4}\u{0}\u{0}\r\n",
      "HTTP/1.1 -200 OK\r\nContent-Length: 0\r\n\r\n", "220 mail ready\r\n",
    ]
  )
  func statusLine(text: String) throws {
    var stream = TestStream()
    stream.send(true, TestStream.request("/a"))
    stream.send(false, TestStream.reply("one"))
    stream.send(true, TestStream.request("/b"))
    stream.send(false, text)
    stream.send(true, TestStream.request("/c"))
    stream.send(false, TestStream.reply("three"))
    stream.close()
    let (exchanges, extractor) = try stream.extract()
    #expect(
      exchanges.map(TestExchange.summary) == [
        "GET /a -> 200 one", "GET /b -> reply-unreadable", "GET /c -> pairing-lost",
      ]
    )
    let finding = try #require(extractor.findings.first { $0.note == .badStatusLine })
    #expect(finding.exchange == 2 && !finding.isFromClient)
    #expect(finding.offset == Int64(TestStream.reply("one").utf8.count))
  }

  @Test(
    "A byte that was sent as urgent is named, and its message not whole",
    arguments: [1, 7, 20]
  )
  func urgent(place: UInt8) throws {
    for isClient in [true, false] {
      var stream = TestStream()
      stream.send(true, TestStream.request("/a"))
      stream.send(false, TestStream.reply("one"))
      let request = stream.send(true, TestStream.request("/b"))
      let reply = stream.send(false, TestStream.reply("two"))
      stream.send(true, TestStream.request("/c"))
      stream.send(false, TestStream.reply("three"))
      stream.close()
      stream.packets[isClient ? request.lowerBound : reply.lowerBound].urgentEnd = place
      let (exchanges, extractor) = try stream.extract()
      #expect(exchanges.map(\.isComplete) == [true, false, false])
      #expect(exchanges.map(\.request.isComplete) == [true, !isClient, !isClient])
      #expect(exchanges.dropFirst().allSatisfy { $0.reply == nil })
      let before = isClient ? TestStream.request("/a") : TestStream.reply("one")
      #expect(
        extractor.findings == [
          HTTPFinding(
            note: .urgent,
            connection: 1,
            isFromClient: isClient,
            offset: Int64(before.utf8.count) + Int64(place) - 1
          )
        ]
      )
    }
  }

  @Test("HTTP/2 behind a request of HTTP/1 is no request", arguments: [[1460], [1], [16, 1460]])
  func preface(pieces: [Int]) throws {
    var stream = TestStream()
    stream.send(true, TestStream.request("/a"))
    stream.send(false, TestStream.reply("one"))
    stream.send(true, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\u{0}\u{0}\u{0}\u{4}", pieces: pieces)
    stream.send(false, "\u{0}\u{0}\u{0}\u{4}\u{0}\u{0}\u{0}\u{0}\u{0}")
    stream.send(true, TestStream.request("/no"))
    stream.close()
    let (exchanges, extractor) = try stream.extract()
    #expect(exchanges.map(TestExchange.summary) == ["GET /a -> 200 one"])
    #expect(extractor.findings.map(\.note) == [.innerHTTP2])
    #expect(extractor.findings.first?.offset == Int64(TestStream.request("/a").utf8.count))
    #expect(extractor.counts[.unparsable] == 0)
  }

  @Test(
    "What libhtp reads more leniently than others is said to be so",
    arguments: [
      "GET  /a HTTP/1.1\r\nHost: t\r\n\r\n", "GET /a\tHTTP/1.1\r\nHost: t\r\n\r\n",
      "GET /a HTTP/1.1\nHost: t\n\n", "GET /a HTTP/1.1\r\nHost: t\r\n more\r\n\r\n",
      "GET /a HTTP/1.1\r\nHost : t\r\n\r\n", "GET /a HTTP/1.1\r\nno colon\r\n\r\n",
      "GET /a HTTP/1.1\r\nX: a\u{0}b\r\n\r\n", "GET /a HTTP/1.1\r\nX: a\rb\r\n\r\n", "GET /a\r\n",
      "GET /a HTTP/1.1 \r\nHost: t\r\n\r\n",
    ]
  )
  func lenient(text: String) throws {
    for pieces in [[1460], [1]] {
      var stream = TestStream()
      stream.send(true, text, pieces: pieces)
      stream.send(false, TestStream.reply("one"))
      stream.close()
      let (exchanges, extractor) = try stream.extract()
      #expect(exchanges.map(\.request.method) == ["GET"])
      #expect(extractor.findings.map(\.note) == [.lenient])
    }
  }
}
