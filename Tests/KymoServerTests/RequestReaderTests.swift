import KymoMCAP
import KymoTestSupport
import Testing

@testable import KymoServer

/// What bytes are, all at once and torn anywhere.
@Suite("Requests in bytes") struct RequestReaderTests {
  /// A request that was found.
  struct Found: Equatable {
    var line: String
    var host: String?
    var body: String
  }

  /// Reads bytes in parts.
  private func read(
    _ bytes: [UInt8],
    tornAt cuts: [Int] = [],
    limits: RequestLimits = RequestLimits(headBytes: 4096, bodyBytes: 1000)
  ) -> (requests: [Found], fault: RequestFault?) {
    var reader = RequestReader(limits)
    var requests: [Found] = []
    var (line, host, body): (String, String?, [UInt8]) = ("", nil, [])
    var start = 0
    for end in cuts.filter({ $0 <= bytes.count }).sorted() + [bytes.count] {
      let part = Array(bytes[start..<end])
      start = end
      var place = 0
      let fault: RequestFault? = part.withRawSpan { span in
        while true {
          switch reader.next(span, &place) {
          case .more:
            #expect(place == span.byteCount, "all bytes are read")
            return nil
          case .head:
            let head = reader.head
            line = String(decoding: head.bytes[head.method], as: UTF8.self)
            line += " " + String(decoding: head.target, as: UTF8.self) + " 1.\(head.minorVersion)"
            host = head.text(.host)
          case .body(let range): body += part[range]
          case .end:
            requests.append(
              Found(line: line, host: host, body: String(decoding: body, as: UTF8.self))
            )
            body = []
          case .fault(let fault): return fault
          }
        }
      }
      if let fault { return (requests, fault) }
    }
    return (requests, nil)
  }

  private func fault(_ text: String) -> RequestFault? { read(Array(text.utf8)).fault }

  @Test(
    "Several lines of Connection are one list",
    arguments: [
      ("1.1", [], true), ("1.1", ["keep-alive"], true), ("1.1", ["keep-alive", "close"], false),
      ("1.1", ["x, Close"], false), ("1.0", [], false), ("1.0", ["x", "keep-alive"], true),
      ("1.0", ["keep-alive", "close"], false),
    ] as [(String, [String], Bool)]
  )
  func connection(version: String, lines: [String], goesOn: Bool) {
    let fields = lines.map { "Connection: \($0)\r\n" }.joined()
    let text = Array("GET / HTTP/\(version)\r\n\(Self.host)\(fields)\r\n".utf8)
    var reader = RequestReader(RequestLimits(headBytes: 4096, bodyBytes: 1000))
    var place = 0
    let part = text.withRawSpan { reader.next($0, &place) }
    #expect(part == .head)
    #expect(reader.head.keepsAlive == goesOn)
  }

  private static let host = "Host: a\r\n"

  @Test("Requests behind one another, with bodies of each kind") func requests() {
    let text =
      "GET /a?b=c HTTP/1.1\r\nHost: one\r\n\r\n"
      + "POST /d HTTP/1.1\r\nhOsT:  two \t\r\ncontent-LENGTH: 5\r\n\r\nhello"
      + "POST /e HTTP/1.1\r\nHost: three\r\nTransfer-Encoding: CHUNKED\r\n\r\n"
      + "3\r\nabc\r\n0A;x;y=z;w=\"a;\\\"b\"\r\n0123456789\r\n0\r\nDigest: a\r\n\r\n"
      + "\r\nGET /f HTTP/1.0\r\n\r\n" + "POST /g HTTP/1.1\r\nHost:\r\nContent-Length: 000\r\n\r\n"
    let (requests, fault) = read(Array(text.utf8))
    #expect(fault == nil)
    #expect(
      requests == [
        Found(line: "GET /a?b=c 1.1", host: "one", body: ""),
        Found(line: "POST /d 1.1", host: "two", body: "hello"),
        Found(line: "POST /e 1.1", host: "three", body: "abc0123456789"),
        Found(line: "GET /f 1.0", host: nil, body: ""),
        Found(line: "POST /g 1.1", host: "", body: ""),
      ]
    )
  }

  @Test(
    "A target that is a whole URL has its own host",
    arguments: [
      ("http://b:8/c?d", "/c?d", "b:8"), ("HTTP://b", "/", "b"), ("https://b?d", "/?d", "b"),
      ("http://b/", "/", "b"),
    ]
  )
  func absolute(_ target: String, _ path: String, _ host: String) {
    let (requests, fault) = read(Array("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
    #expect(fault == nil)
    #expect(requests == [Found(line: "GET \(path) 1.1", host: host, body: "")])
  }

  @Test(
    "Targets that are none",
    arguments: [
      "a", "http:/b", "http://", "http:///c", "http://u@b/", "ftp://b/", "b:80", "*", "/a#b", "//",
    ]
  )
  func targets(_ target: String) {
    let fault = fault("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
    // A path may begin with two.
    #expect(fault == (target == "//" ? nil : .target))
  }

  @Test("The asterisk is for OPTIONS") func asterisk() {
    #expect(fault("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n") == nil)
  }

  @Test(
    "First lines that are none",
    arguments: [
      ("GET / HTTP/1.1 ", .requestLine), ("GET  / HTTP/1.1", .requestLine), ("GET /", .requestLine),
      (" GET / HTTP/1.1", .method), ("G(T / HTTP/1.1", .method), ("GET\t/ HTTP/1.1", .requestLine),
      ("GET / HTTP/1.1\t", .requestLine), ("GET / HTTP/2.0", .version),
      ("GET / HTTP/1.2", .version),
      ("GET / HTTP/0.9", .version), ("GET / http/1.1", .requestLine),
      ("GET / HTTP/11", .requestLine),
      ("GET / HTTP/1.1.1", .requestLine), ("PRI * HTTP/2.0", .version),
      ("GET /a b HTTP/1.1", .requestLine),
      ("GET / HTTPS/1.1", .requestLine), ("GET / HTTP/1.", .requestLine), ("", .requestLine),
    ] as [(String, RequestFault)]
  )
  func firstLines(_ line: String, _ expected: RequestFault) {
    #expect(fault("\(line.isEmpty ? "\r\n" : "")\(line)\r\nHost: a\r\n\r\n") == expected)
  }

  @Test(
    "Headers that two could read differently",
    arguments: [
      ("X : a", .fieldName), (" X: a", .foldedField), ("X: a\r\n b", .foldedField),
      ("X: a\r\n\tb", .foldedField), ("X", .fieldName), (": a", .fieldName),
      ("X\u{1}: a", .controlCharacter),
      ("X: \0", .controlCharacter), ("X: a\u{7F}", .controlCharacter),
      ("X: a\rb", .bareCarriageReturn),
      ("X: a\nY: b", .bareLineFeed), ("X: a\r\r", .bareCarriageReturn), ("X(: a", .fieldName),
      ("Host: b", .severalHosts), ("Origin: b\r\nOrigin: c", .severalOrigins),
      ("X y: a", .fieldName), ("X\u{E4}: a", .fieldName),
    ] as [(String, RequestFault)]
  )
  func headers(_ line: String, _ expected: RequestFault) {
    #expect(fault("GET / HTTP/1.1\r\nHost: a\r\n\(line)\r\n\r\n") == expected)
  }

  @Test(
    "Lengths and codings that two could read differently",
    arguments: [
      ("Content-Length: ", .length), ("Content-Length: +4", .length),
      ("Content-Length: -4", .length),
      ("Content-Length: 4 4", .length), ("Content-Length: 4, 4", .length),
      ("Content-Length: 0x4", .length),
      ("Content-Length: 4\r\nContent-Length: 4", .severalLengths),
      ("Content-Length:\r\n 4", .foldedField),
      ("Content-Length: 4\r\nTransfer-Encoding: chunked", .lengthAndCoding),
      ("Transfer-Encoding: chunked\r\nContent-Length: 4", .lengthAndCoding),
      ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", .severalCodings),
      ("Transfer-Encoding: gzip, chunked", .unknownCoding),
      ("Transfer-Encoding: chunked, chunked", .unknownCoding),
      ("Transfer-Encoding: xchunked", .unknownCoding), ("Transfer-Encoding:", .unknownCoding),
      ("Transfer-Encoding: \"chunked\"", .unknownCoding),
      ("Transfer-Encoding: identity", .unknownCoding),
      ("Transfer-Encoding: \u{B}chunked", .controlCharacter),
      ("Content-Length: 1001", .bodyTooLong),
      ("Content-Length: 99999999999999999999999999", .bodyTooLong),
      ("Expect: 200-ok", .expectation),
      ("Expect: 100-continue\r\nExpect: 100-continue", .expectation),
    ] as [(String, RequestFault)]
  )
  func framing(_ lines: String, _ expected: RequestFault) {
    #expect(fault("POST / HTTP/1.1\r\nHost: a\r\n\(lines)\r\n\r\nGET / HTTP/1.1\r\n") == expected)
  }

  @Test("HTTP/1.0 has no codings, and no host is needed") func oldVersion() {
    #expect(fault("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n") == .codingInOldVersion)
    #expect(fault("GET / HTTP/1.1\r\n\r\n") == .missingHost)
    #expect(fault("GET / HTTP/1.0\r\nExpect: anything\r\n\r\n") == nil)
  }

  @Test(
    "Chunks that two could read differently",
    arguments: [
      ("\r\n", .chunkSize), ("-1\r\n", .chunkSize), ("+1\r\n", .chunkSize), ("0x1\r\n", .chunkSize),
      ("g\r\n", .chunkSize), (" 1\r\n", .chunkSize), ("1 \r\na\r\n", .chunkExtension),
      ("1\na\r\n", .bareLineFeed),
      ("1\r\nab\r\n", .chunkEnd), ("1\r\na\n", .chunkEnd), ("1\r\na\r\r", .chunkEnd),
      ("1\r\na0\r\n\r\n", .chunkEnd),
      ("3e9\r\n", .bodyTooLong), ("1000000000000000\r\n", .chunkSize),
      ("ffffffffffffffffffff\r\n", .chunkSize),
      ("1;\r\n", .chunkExtension), ("1;a=\r\n", .chunkExtension), ("1;a=\"b\r\n", .chunkExtension),
      ("1;a b\r\n", .chunkExtension), ("1 a\r\n", .chunkSize), ("1;a=b;\r\n", .chunkExtension),
      ("1;\u{1}\r\n", .controlCharacter), ("1;a\nb\r\n", .bareLineFeed),
      ("1;a=b \r\n", .chunkExtension),
      ("0\r\nX\r\n\r\n", .trailer), ("0\r\n X: a\r\n\r\n", .trailer),
      ("0\r\nX: a\n\r\n", .bareLineFeed),
      ("0\r\nContent-Length: 4\r\n\r\n", .trailer),
      ("0\r\nTransfer-Encoding: chunked\r\n\r\n", .trailer),
      ("0\r\nHost: b\r\n\r\n", .trailer), ("0\r\n\n", .bareLineFeed),
    ] as [(String, RequestFault)]
  )
  func chunks(_ body: String, _ expected: RequestFault) {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    #expect(fault(head + body) == expected, "\(body)")
  }

  @Test(
    "Extensions as RFC 9112 has them are read over",
    arguments: [
      "1;a", "1;a=b", "1 ; a = b", "1;a=\"\"", "1;a=\"\\\\\"", "01;a;b;c=d", "1\t;a",
    ]
  )
  func extensions(_ line: String) {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    let (requests, fault) = read(Array("\(head)\(line)\r\nx\r\n0\r\n\r\n".utf8))
    #expect(fault == nil && requests.map(\.body) == ["x"], "\(line)")
  }

  @Test("What is too long is said to be") func tooLong() {
    let letters = String(repeating: "a", count: 5000)
    #expect(fault("GET /\(letters)") == .targetTooLong)
    #expect(fault(letters) == .targetTooLong)
    #expect(fault("GET / HTTP/1.1\r\nHost: a\r\nX: \(letters)") == .headTooLong)
    let lines = String(repeating: "a: b\r\n", count: 1000)
    #expect(fault("GET / HTTP/1.1\r\nHost: a\r\n\(lines)\r\n") == .headTooLong)
    let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    #expect(fault("\(chunked)1;\(letters)") == .chunkExtension)
    let many = String(repeating: "1;\(letters.prefix(900))\r\na\r\n", count: 9)
    #expect(fault(chunked + many) == .chunkExtension)
    #expect(fault("\(chunked)0\r\n\(lines)\r\n") == .headTooLong)
    let bytes = String(repeating: "64\r\n\(letters.prefix(100))\r\n", count: 10)
    #expect(fault("\(chunked)\(bytes)0\r\n\r\n") == nil)
    #expect(fault("\(chunked)\(bytes)1\r\n") == .bodyTooLong)
  }

  @Test("Empty lines before a request: one") func emptyLines() {
    let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    #expect(fault("\r\n\(request)\r\n\(request)") == nil)
    #expect(fault("\r\n\r\n\(request)") == .requestLine)
    #expect(fault("\n\(request)") == .bareLineFeed)
    #expect(fault("\r\(request)") == .bareCarriageReturn)
  }

  @Test("After a fault nothing is a request, however it goes on") func afterFault() {
    let inner = "GET /inner HTTP/1.1\r\nHost: a\r\n\r\n"
    let (requests, fault) = read(
      Array("\(inner)POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n 41\r\n\r\n\(inner)".utf8),
      tornAt: [90, 120, 130]
    )
    #expect(requests.count == 1 && fault == .foldedField)
  }

  @Test("Torn anywhere, bytes are the same requests", arguments: UInt64(1)...200)
  func torn(seed: UInt64) {
    var chance = SeededRandom(seed: seed)
    let parts = [
      "GET /a HTTP/1.1\r\nHost: a\r\n\r\n", "\r\n", "\n", "\r", " ", ":", "Content-Length: 3\r\n",
      "abc",
      "POST /b HTTP/1.1\r\nHost: a\r\n", "Transfer-Encoding: chunked\r\n", "3\r\nabc\r\n",
      "0\r\n\r\n",
      "2;a=b\r\nxy\r\n", "X: y\r\n",
      "POST http://c/d HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi",
    ]
    var bytes: [UInt8] = []
    for _ in 0..<1 + chance.below(12) { bytes += parts[chance.below(parts.count)].utf8 }
    let whole = read(bytes)
    for _ in 0..<8 {
      let cuts = (0..<chance.below(12)).map { _ in chance.below(bytes.count + 1) }
      let torn = read(bytes, tornAt: cuts)
      #expect(torn.requests == whole.requests && torn.fault == whole.fault, "\(cuts)")
    }
    let each = read(bytes, tornAt: Array(0..<bytes.count))
    #expect(each.requests == whole.requests && each.fault == whole.fault)
  }

  @Test("Every fault has a status of its own kind, and one line that says why") func faults() {
    for fault in RequestFault.allCases {
      #expect((400...431).contains(fault.status) || [501, 505].contains(fault.status))
      #expect(!fault.reason.isEmpty && !fault.reason.contains("\n"))
    }
  }
}
