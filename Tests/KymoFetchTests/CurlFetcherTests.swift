import KymoBridge
import KymoFetch
import KymoHTTP
import Testing

/// The real fetcher, against a server on this machine.
@Suite(
  "The fetcher over libcurl",
  .serialized,
  .enabled(if: PythonServer.isAvailable, "needs python3")
)
struct CurlFetcherTests {
  /// Everything that became of a request.
  struct Result {
    var heads: [FetchResponse] = []
    var pieces: [[UInt8]] = []
    var last: FetchEvent?
    var text: String { String(decoding: pieces.joined(), as: UTF8.self) }
    var status: Int? { heads.last?.status }
    var failure: FetchFailure? {
      if case .failure(let failure)? = last { failure } else { nil }
    }
  }

  static let limits = CurlLimits(
    fetch: FetchLimits(requests: 8, bodyBytes: 1 << 20, redirects: 3),
    connectMilliseconds: 5000,
    totalMilliseconds: 10_000,
    usesProxy: false
  )

  /// Takes events until nothing is in flight; half a minute is for a test that would never end.
  private func run(_ fetcher: CurlFetcher) -> [FetchID: Result] {
    var results: [FetchID: Result] = [:]
    var now: Int64 = 0
    for _ in 0..<3000 where fetcher.inFlight > 0 {
      fetcher.wait(milliseconds: 10)
      now += 1
      for notice in fetcher.advance(to: now) {
        #expect(notice.time <= now && results[notice.id]?.last == nil)
        switch notice.event {
        case .response(let head): results[notice.id, default: Result()].heads.append(head)
        case .data(let bytes):
          #expect(!bytes.isEmpty)
          results[notice.id, default: Result()].pieces.append(bytes)
        case .end, .failure: results[notice.id, default: Result()].last = notice.event
        }
      }
    }
    #expect(fetcher.inFlight == 0 && fetcher.next == nil)
    return results
  }

  private func fetch(_ request: FetchRequest, _ limits: CurlLimits = limits) -> Result {
    let fetcher = CurlFetcher(limits: limits)
    let id = fetcher.start(request, at: 0)
    return run(fetcher)[id] ?? Result()
  }

  @Test("A request arrives as it was meant, for every method") func requests() throws {
    let server = try PythonServer()
    for method in ["GET", "POST", "PUT", "DELETE"] {
      let body = method == "GET" ? "" : "k=v&\0ü"
      let result = fetch(
        FetchRequest(
          server.base + "/echo?a=%20/../b#fragment",
          method: method,
          fields: [HTTPField("X-Own", "1"), HTTPField("X-Empty", "")],
          body: Array(body.utf8)
        )
      )
      #expect(result.status == 200 && result.last == .end)
      #expect(result.heads.first?.fields.value(of: "x-reply") == "yes")
      #expect(result.heads.first?.url == server.base + "/echo?a=%20/../b#fragment")
      let length = body.isEmpty ? "" : "content-length: \(body.utf8.count)\n"
      #expect(result.text == "\(method) /echo?a=%20/../b\n\(length)x-empty: \nx-own: 1\n\(body)")
    }
    let head = fetch(FetchRequest(server.base + "/echo", method: "HEAD"))
    #expect(head.status == 200 && head.pieces.isEmpty && head.last == .end)
  }

  @Test("A body comes in pieces; a status is no failure") func bodies() throws {
    let server = try PythonServer()
    let chunks = fetch(FetchRequest(server.base + "/chunks"))
    #expect(chunks.text == "aüz" && chunks.pieces.count > 1 && chunks.heads.count == 1)
    for status in [200, 204, 304, 404, 500] {
      let result = fetch(FetchRequest(server.base + "/status?\(status)"))
      #expect(result.status == status && result.last == .end)
    }
    let late = fetch(FetchRequest(server.base + "/interim"))
    #expect(late.heads.map(\.status) == [200] && late.text == "late")
  }

  @Test("Redirects are followed, refused or delivered; other schemes are not followed")
  func redirects() throws {
    let server = try PythonServer()
    let followed = fetch(FetchRequest(server.base + "/redirect?302,/redirect%3f301,x#top"))
    #expect(followed.status == 404, "an escaped mark is part of the path")
    let twice = fetch(FetchRequest(server.base + "/redirect?302,/redirect?307,/echo#top"))
    #expect(twice.status == 200 && twice.heads.first?.redirects == 2)
    #expect(twice.heads.first?.url.hasPrefix(server.base + "/echo") == true)
    #expect(!twice.text.contains("moved") && twice.heads.count == 1)
    for (status, method) in [
      (301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST"),
    ] {
      let result = fetch(
        FetchRequest(
          server.base + "/redirect?\(status),/echo",
          method: "POST",
          body: Array("body".utf8)
        )
      )
      #expect(result.text.hasPrefix("\(method) /echo\n"), "\(status)")
      #expect(result.text.hasSuffix("\nbody") == (method == "POST"))
    }
    let loop = fetch(
      FetchRequest(server.base + "/redirect?302," + "/redirect?302,".repeated(4) + "/")
    )
    #expect(loop.failure == .tooManyRedirects && loop.heads.isEmpty)
    for target in ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://a/"] {
      let result = fetch(FetchRequest(server.base + "/redirect?302,\(target)"))
      #expect(result.failure == .unsupportedURL)
    }
    let refused = fetch(FetchRequest(server.base + "/redirect?302,/echo", redirects: .refuse))
    #expect(refused.failure == .redirected && refused.heads.isEmpty)
    let delivered = fetch(FetchRequest(server.base + "/redirect?302,/echo", redirects: .deliver))
    #expect(delivered.status == 302 && delivered.text == "moved")
    #expect(delivered.heads.first?.fields.value(of: "location") == "/echo")
  }

  @Test("Secrets are for the server that they were given for") func secrets() throws {
    let (one, other) = (try PythonServer(), try PythonServer())
    let fields = [HTTPField("Authorization", "secret"), HTTPField("Cookie", "a=b")]
    let same = fetch(FetchRequest(one.base + "/redirect?302,/echo", fields: fields))
    #expect(same.text.contains("authorization: secret") && same.text.contains("cookie: a=b"))
    let away = fetch(FetchRequest(one.base + "/redirect?302,\(other.base)/echo", fields: fields))
    #expect(away.status == 200 && !away.text.contains("secret") && !away.text.contains("cookie"))
  }

  @Test("What fails: no server, no name, no HTTP, no end") func failures() throws {
    let gone: String
    do { gone = try PythonServer().base }
    #expect(fetch(FetchRequest(gone + "/")).failure == .couldNotConnect)
    #expect(fetch(FetchRequest("http://nobody.invalid/")).failure == .hostNotFound)
    let server = try PythonServer()
    #expect(fetch(FetchRequest(server.base + "/garbage")).failure == .badResponse)
    let short = fetch(FetchRequest(server.base + "/short"))
    #expect(short.failure == .connectionLost && short.text == "abc")
    #expect(fetch(FetchRequest(server.base + "/nothing")).failure == .connectionLost)
    let https = server.base.replacing("http:", with: "https:")
    #expect(fetch(FetchRequest(https + "/")).failure == .secureConnectionFailed)
    for (url, failure) in [
      ("file:///etc/passwd", FetchFailure.unsupportedURL), ("ftp://127.0.0.1/", .unsupportedURL),
      ("http://a b/", .badURL), ("", .badURL), ("http://user:pw@127.0.0.1/", .badURL),
    ] { #expect(fetch(FetchRequest(url)).failure == failure) }
    for request in [
      FetchRequest(server.base, method: "GET / HTTP/1.1\r\nX:"),
      FetchRequest(server.base, method: ""),
      FetchRequest(server.base, fields: [HTTPField("A", "b\r\nX: y")]),
      FetchRequest(server.base, fields: [HTTPField("A b", "c")]),
    ] { #expect(fetch(request).failure == .badRequest) }
  }

  @Test("Limits: time, body, head, requests in flight") func limits() throws {
    let server = try PythonServer()
    var patience = Self.limits
    patience.totalMilliseconds = 300
    let slow = fetch(FetchRequest(server.base + "/slow"), patience)
    #expect(slow.failure == .timedOut && slow.text == "a" && slow.status == 200)
    let big = fetch(FetchRequest(server.base + "/big?100000"))
    #expect(big.failure == .tooLong && big.text.utf8.count <= 1 << 20)
    #expect(fetch(FetchRequest(server.base + "/big?16")).text.utf8.count == 1 << 20)
    var short = Self.limits
    short.headBytes = 2000
    #expect(fetch(FetchRequest(server.base + "/head?1000"), short).last == .end)
    #expect(fetch(FetchRequest(server.base + "/head?3000"), short).failure == .tooLong)
    let fetcher = CurlFetcher(limits: Self.limits)
    let ids = (0..<10).map { _ in fetcher.start(FetchRequest(server.base + "/echo"), at: 0) }
    #expect(fetcher.inFlight == 10)
    let results = run(fetcher)
    #expect(ids.prefix(8).allSatisfy { results[$0]?.status == 200 })
    #expect(ids.suffix(2).allSatisfy { results[$0]?.failure == .tooManyRequests })
  }

  @Test("A request that is taken back has failed, and the others go on") func cancel() throws {
    let server = try PythonServer()
    let fetcher = CurlFetcher(limits: Self.limits)
    let slow = fetcher.start(FetchRequest(server.base + "/slow"), at: 0)
    let other = fetcher.start(FetchRequest(server.base + "/chunks"), at: 0)
    var heard: [FetchEvent] = []
    for _ in 0..<1000 where !heard.contains(.data([0x61])) {
      fetcher.wait(milliseconds: 10)
      heard += fetcher.advance(to: 1).filter { $0.id == slow }.map(\.event)
    }
    #expect(fetcher.cancel(slow, at: 2))
    #expect(!fetcher.cancel(FetchID(rawValue: 99), at: 2))
    let results = run(fetcher)
    #expect(results[slow]?.failure == .cancelled && results[slow]?.pieces.isEmpty == true)
    #expect(results[other]?.last == .end)
    #expect(!fetcher.cancel(slow, at: 3))
    // One that is let go of in the middle leaves nothing behind.
    CurlFetcher(limits: Self.limits).start(FetchRequest(server.base + "/slow"), at: 0)
  }

  @Test("What a script says and what a server does is the same to who asks") func likeTheScript()
    throws
  {
    let server = try PythonServer()
    let script = ScriptedFetcher(
      FetchScript([
        FetchRule(
          .prefix(server.base + "/redirect"),
          steps: [FetchStep(.redirect(302, "/status?404"))]
        ),
        FetchRule(url: server.base + "/status?404", body: Array("body".utf8), status: 404),
        FetchRule(url: server.base + "/chunks", body: Array("aüz".utf8), chunkBytes: 1),
      ])
    )
    for path in ["/redirect?302,/status?404", "/chunks"] {
      script.start(FetchRequest(server.base + path + "#f"), at: 0)
      var scripted = Result()
      for notice in script.advance(to: .max) {
        switch notice.event {
        case .response(let head): scripted.heads.append(head)
        case .data(let bytes): scripted.pieces.append(bytes)
        case .end, .failure: scripted.last = notice.event
        }
      }
      let real = fetch(FetchRequest(server.base + path + "#f"))
      #expect(real.text == scripted.text && real.last == scripted.last)
      #expect(real.heads.map(\.url) == scripted.heads.map(\.url))
      #expect(real.heads.map(\.status) == scripted.heads.map(\.status))
      #expect(real.heads.map(\.redirects) == scripted.heads.map(\.redirects))
    }
  }
}

extension String {
  fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
