import KymoBridge
import KymoHTTP
import Testing

@Suite("The scripted fetcher") struct ScriptedFetcherTests {
  static let millisecond: Int64 = 1_000_000

  /// An event as a line: `1@20 200 http://a/`.
  private func line(_ notice: FetchNotice) -> String {
    let what =
      switch notice.event {
      case .response(let head): "\(head.status) \(head.url)"
      case .data(let bytes): String(decoding: bytes, as: UTF8.self)
      case .end: "end"
      case .failure(let failure): failure.rawValue
      }
    return "\(notice.id.rawValue)@\(notice.time / Self.millisecond) \(what)"
  }

  private func lines(_ fetcher: ScriptedFetcher, _ now: Int64 = .max) -> [String] {
    fetcher.advance(to: now).map(line)
  }

  @Test("An answer comes in pieces, each at its time") func pieces() {
    let rule = FetchRule(
      url: "http://a/",
      body: Array("abcde".utf8),
      fields: [HTTPField("X-Y", "z")],
      after: 20 * Self.millisecond,
      chunkBytes: 2,
      chunkDelay: 10 * Self.millisecond
    )
    let fetcher = ScriptedFetcher(FetchScript([rule]))
    #expect(fetcher.next == nil && fetcher.nextDue == nil && fetcher.inFlight == 0)
    let id = fetcher.start(FetchRequest("http://A"), at: 5 * Self.millisecond)
    #expect(fetcher.inFlight == 1 && fetcher.nextDue == 25 * Self.millisecond)
    #expect(fetcher.take(upTo: 25 * Self.millisecond - 1) == nil)
    let head = fetcher.take(upTo: 25 * Self.millisecond)
    let expected = FetchResponse(200, fields: [HTTPField("X-Y", "z")], url: "http://a/")
    #expect(head == FetchNotice(id, at: 25 * Self.millisecond, .response(expected)))
    #expect(lines(fetcher, 45 * Self.millisecond) == ["1@35 ab", "1@45 cd"])
    #expect(fetcher.next?.kind == .data && fetcher.next?.id == id)
    #expect(lines(fetcher) == ["1@55 e", "1@55 end"])
    #expect(fetcher.next == nil && fetcher.inFlight == 0)
  }

  @Test("Several requests are in flight; events of one time come as they came about") func order() {
    let fetcher = ScriptedFetcher(
      FetchScript([
        FetchRule(url: "http://a/", body: Array("a".utf8), after: 20 * Self.millisecond),
        FetchRule(url: "http://b/", body: Array("b".utf8), after: 10 * Self.millisecond),
      ])
    )
    fetcher.start(FetchRequest("http://a/"), at: 0)
    fetcher.start(FetchRequest("http://b/"), at: 10 * Self.millisecond)
    fetcher.start(FetchRequest("http://b/"), at: 5 * Self.millisecond)
    #expect(
      lines(fetcher) == [
        "3@15 200 http://b/", "3@15 b", "3@15 end", "1@20 200 http://a/", "1@20 a", "1@20 end",
        "2@20 200 http://b/", "2@20 b", "2@20 end",
      ]
    )
  }

  @Test("A request that is taken back has failed, once") func cancel() {
    let rule = FetchRule(
      url: "http://a/",
      body: Array("ab".utf8),
      chunkBytes: 1,
      chunkDelay: 10 * Self.millisecond
    )
    let fetcher = ScriptedFetcher(FetchScript([rule]))
    let id = fetcher.start(FetchRequest("http://a/"), at: 0)
    #expect(lines(fetcher, 10 * Self.millisecond) == ["1@0 200 http://a/", "1@10 a"])
    #expect(fetcher.cancel(id, at: 15 * Self.millisecond) && fetcher.inFlight == 1)
    #expect(lines(fetcher) == ["1@15 cancelled"])
    #expect(!fetcher.cancel(id, at: 20 * Self.millisecond) && fetcher.inFlight == 0)
    #expect(!fetcher.cancel(FetchID(rawValue: 9), at: 20 * Self.millisecond))
    #expect(fetcher.next == nil)
  }

  @Test("What no rule knows could not be connected to; what is no address is said at once")
  func failures() {
    let fetcher = ScriptedFetcher(FetchScript())
    for url in ["http://a/", "ftp://a/", "http://a b/"] {
      fetcher.start(FetchRequest(url), at: 0)
    }
    #expect(lines(fetcher) == ["2@0 unsupportedURL", "3@0 badURL", "1@50 couldNotConnect"])
  }

  @Test("A rule is taken in its turn: by method, so often, and then the next") func rules() {
    let fetcher = ScriptedFetcher(
      FetchScript([
        FetchRule(.url("http://a/"), method: "POST", steps: [FetchStep(.respond(201, []))]),
        FetchRule(.url("http://a/"), times: 2, steps: [FetchStep(.fail(.timedOut))]),
        FetchRule(.prefix("http://a/"), steps: [FetchStep(.respond(404, []))]),
      ])
    )
    for (method, url) in [
      ("GET", "http://a/"), ("POST", "http://a/"), ("GET", "http://a/#x"), ("GET", "http://a/"),
      ("GET", "http://a/b"),
    ] { fetcher.start(FetchRequest(url, method: method), at: 0) }
    #expect(
      lines(fetcher) == [
        "1@0 timedOut", "2@0 201 http://a/", "2@0 end", "3@0 timedOut", "4@0 404 http://a/",
        "4@0 end", "5@0 404 http://a/b", "5@0 end",
      ]
    )
  }

  @Test("Redirects are followed, refused or delivered") func redirects() {
    func redirect(_ url: String, _ status: Int, _ target: String) -> FetchRule {
      FetchRule(.url(url), steps: [FetchStep(.redirect(status, target), after: Self.millisecond)])
    }
    let fetcher = ScriptedFetcher(
      FetchScript([
        redirect("http://a/1", 302, "2"), redirect("http://a/2", 307, "//b/3?x"),
        FetchRule(
          .url("http://b/3?x"),
          method: "PUT",
          steps: [FetchStep(.respond(200, []))]
        ),
        FetchRule(.url("http://b/4"), method: "GET", steps: [FetchStep(.respond(200, []))]),
        redirect("http://b/post", 303, "4"), redirect("http://b/moved", 301, "4"),
        redirect("http://a/loop", 302, "/loop"), redirect("http://a/mail", 302, "mailto:x"),
      ]),
      limits: FetchLimits(redirects: 3)
    )
    fetcher.start(FetchRequest("http://a/1#top", method: "PUT"), at: 0)
    #expect(lines(fetcher) == ["1@2 200 http://b/3?x#top", "1@2 end"])
    fetcher.start(FetchRequest("http://b/post", method: "PUT"), at: 0)
    fetcher.start(FetchRequest("http://b/moved", method: "POST"), at: 0)
    #expect(lines(fetcher) == ["2@1 200 http://b/4", "2@1 end", "3@1 200 http://b/4", "3@1 end"])
    fetcher.start(FetchRequest("http://a/loop"), at: 0)
    fetcher.start(FetchRequest("http://a/mail"), at: 0)
    fetcher.start(FetchRequest("http://a/1", redirects: .refuse), at: 0)
    #expect(
      lines(fetcher) == ["5@1 unsupportedURL", "6@1 redirected", "4@4 tooManyRedirects"]
    )
    fetcher.start(FetchRequest("http://a/1", redirects: .deliver), at: 0)
    let notices = fetcher.advance(to: .max)
    let head = FetchResponse(302, fields: [HTTPField("Location", "2")], url: "http://a/1")
    #expect(notices.map(\.event) == [.response(head), .end])
  }

  @Test("Limits: requests in flight, bytes of a body") func limits() {
    let script = FetchScript([
      FetchRule(url: "http://a/", body: Array("abcd".utf8), chunkBytes: 2),
      FetchRule(url: "http://b/", body: Array("abc".utf8), chunkBytes: 2),
    ])
    let fetcher = ScriptedFetcher(script, limits: FetchLimits(requests: 2, bodyBytes: 3))
    for url in ["http://a/", "http://b/", "http://b/"] { fetcher.start(FetchRequest(url), at: 0) }
    #expect(fetcher.inFlight == 3)
    #expect(
      lines(fetcher) == [
        "1@0 200 http://a/", "1@0 ab", "1@0 tooLong", "2@0 200 http://b/", "2@0 ab", "2@0 c",
        "2@0 end", "3@0 tooManyRequests",
      ]
    )
    #expect(fetcher.inFlight == 0)
  }

  @Test("The shortening service, offline") func shortener() {
    let fetcher = ScriptedFetcher(FetchScript())
    for url in [
      "http://api.x.co/Squeeze.svc/text/key?url=http%3A%2F%2Fa%2F%C3%BC",
      "https://api.x.co/Squeeze.svc/text/key?url=ftp%3A%2F%2Fa", "http://api.x.co/",
      "http://x.co/2",
    ] { fetcher.start(FetchRequest(url), at: 0) }
    let told = lines(fetcher)
    #expect(told.prefix(2) == ["3@50 couldNotConnect", "4@50 couldNotConnect"])
    #expect(told.contains("1@100 http://x.co/1") && told.contains { $0.hasPrefix("2@100 400 ") })
    fetcher.start(FetchRequest("http://x.co/1", redirects: .deliver), at: 0)
    let head = fetcher.take(upTo: .max)?.event
    let fields = [HTTPField("Location", "http://a/%C3%BC")]
    #expect(head == .response(FetchResponse(302, fields: fields, url: "http://x.co/1")))
    let without = ScriptedFetcher(FetchScript(shortener: nil))
    without.start(FetchRequest("http://api.x.co/Squeeze.svc/text/key?url=http://a"), at: 0)
    #expect(lines(without) == ["1@50 couldNotConnect"])
  }

  @Test("Times end where time ends") func overflow() {
    let rule = FetchRule(url: "http://a/", body: [1], after: .max, chunkDelay: .max)
    let fetcher = ScriptedFetcher(FetchScript([rule]))
    fetcher.start(FetchRequest("http://a/"), at: .max - 1)
    #expect(fetcher.advance(to: .max).map(\.time) == [.max, .max, .max])
  }

  @Test("A field of a header, in capitals or not") func fields() {
    let fields = [HTTPField("Content-Type", "a"), HTTPField("content-type", "b")]
    #expect(fields.value(of: "CONTENT-TYPE") == "a" && fields.value(of: "content") == nil)
  }

  @Test("Every failure has a name and a description of its own") func names() {
    let all = FetchFailure.allCases
    #expect(Set(all.map(\.description)).count == all.count)
    #expect(all.allSatisfy { FetchFailure(rawValue: $0.rawValue) == $0 && $0.code < 0 })
  }
}
