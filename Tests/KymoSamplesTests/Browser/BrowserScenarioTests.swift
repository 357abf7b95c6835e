import KymoBridge
import KymoCore
import KymoSamples
import Testing

/// The browser over scripted servers, on a virtual clock.
@Suite("Browser, scenarios") struct BrowserScenarioTests {
  static let millisecond = BrowserBench.millisecond
  static let page = "http://example.org/"

  /// The long URL's page, and a service that answers in these steps.
  private static func script(_ steps: [FetchStep], times: Int? = nil) -> FetchScript {
    FetchScript([
      FetchRule(url: page, body: [UInt8](text: "<p>"), after: 20 * millisecond),
      FetchRule(.prefix("http://api.x.co/"), times: times, steps: steps),
      FetchRule(.prefix("https://api.x.co/"), times: times, steps: steps),
    ])
  }

  private static func answer(_ text: String, bytes: Int, every delay: Int64) -> [FetchStep] {
    let body = [UInt8](text: text)
    return [FetchStep(.respond(200, []), after: 10 * millisecond)]
      + stride(from: 0, to: body.count, by: bytes).map {
        FetchStep(.send(Array(body[$0..<min($0 + bytes, body.count)])), after: delay)
      } + [FetchStep(.end)]
  }

  /// Loads the page and shortens its URL, each to its end.
  private func loadAndShorten(_ bench: BrowserBench, _ url: String = page) {
    bench.send(.loadLocation(url))
    bench.wait()
    bench.send(.shortenURL)
    bench.wait()
  }

  @Test("The happy path: every event at its time", arguments: BrowserFidelity.allCases)
  func happyPath(_ fidelity: BrowserFidelity) throws {
    let bench = try BrowserBench(fidelity, Browser.samplePages)
    bench.send(.loadLocation("example.org"), at: 0)
    bench.wait()
    #expect(bench.model.field == Self.page && bench.shown == "S- Tap arrow to shorten")
    bench.send(.shortenURL, at: 1000 * Self.millisecond)
    bench.wait()
    bench.send(.copyURL, at: 2000 * Self.millisecond)
    #expect(bench.model.clipboard == "http://x.co/1" && bench.model.state == .shortened)
    #expect(
      bench.takeEvents() == [
        "loadLocation@0", "webViewDidStartLoad@0", "webViewDidFinishLoad@20", "shortenURL@1000",
        "didReceiveResponse@1100", "didReceiveData@1100", "connectionDidFinishLoading@1100",
        "copyURL@2000",
      ]
    )
    // The short URL leads back.
    bench.send(.loadLocation("x.co/1"))
    bench.wait()
    #expect(bench.model.field == Self.page && bench.model.state == .loaded)
  }

  @Test(
    "One piece, many, of one byte, with a character at every border",
    arguments: BrowserFidelity.allCases,
    [1, 2, 3, 5, 100]
  )
  func pieces(_ fidelity: BrowserFidelity, _ bytes: Int) throws {
    let text = "http://x.co/aü€😀"
    let steps = Self.answer(text, bytes: bytes, every: Self.millisecond)
    let bench = try BrowserBench(fidelity, Self.script(steps))
    loadAndShorten(bench)
    #expect(bench.shown == "-C " + text)
    let count = bench.takeEvents().count { $0.hasPrefix("didReceiveData") }
    #expect(count == (text.utf8.count + bytes - 1) / bytes)
  }

  @Test("A page that cannot be loaded", arguments: BrowserFidelity.allCases)
  func failLoad(_ fidelity: BrowserFidelity) throws {
    let bench = try BrowserBench(fidelity, Browser.samplePages)
    bench.send(.loadLocation("nobody.example"), at: 0)
    bench.wait()
    #expect(bench.model.state == .failed && bench.shown == "-- Tap arrow to shorten")
    #expect(bench.model.alert?.message.hasSuffix(": Could not connect to the server.") == true)
    #expect(
      bench.takeEvents() == [
        "loadLocation@0", "webViewDidStartLoad@0", "didFailLoadWithError@50",
      ]
    )
    // One that breaks off.
    bench.send(.loadLocation("http://down.example/"))
    bench.wait()
    #expect(bench.model.alert?.message.hasSuffix(": The network connection was lost.") == true)
    // And then one that is there.
    bench.send(.loadLocation(Self.page))
    bench.wait()
    #expect(bench.model.state == .loaded && bench.model.alert == nil)
  }

  @Test("Shortening fails, and is tried again", arguments: BrowserFidelity.allCases)
  func retry(_ fidelity: BrowserFidelity) throws {
    let steps = [FetchStep(.fail(.timedOut), after: 60_000 * Self.millisecond)]
    let bench = try BrowserBench(fidelity, Self.script(steps, times: 1))
    loadAndShorten(bench)
    #expect(bench.shown == "S- failed" && bench.model.state == .loaded)
    bench.send(.shortenURL)
    bench.wait()
    #expect(bench.shown == "-C http://x.co/1")
  }

  @Test("A redirect: the field shows where it led", arguments: BrowserFidelity.allCases)
  func redirect(_ fidelity: BrowserFidelity) throws {
    let bench = try BrowserBench(fidelity, Browser.samplePages)
    bench.send(.loadLocation("http://example.org/old#part"), at: 0)
    #expect(bench.model.field == "http://example.org/old#part")
    bench.wait()
    #expect(bench.model.field == "http://example.org/#part")
    #expect(bench.takeEvents().last == "webViewDidFinishLoad@30")
  }

  @Test("A page is loaded while a URL is shortened")
  func race() throws {
    let steps = Self.answer("http://x.co/a", bytes: 6, every: 100 * Self.millisecond)
    func run(_ fidelity: BrowserFidelity) throws -> BrowserBench {
      let bench = try BrowserBench(fidelity, Self.script(steps))
      bench.send(.loadLocation(Self.page), at: 0)
      bench.wait()
      bench.send(.shortenURL, at: 1000 * Self.millisecond)
      bench.send(.loadLocation(Self.page), at: 1050 * Self.millisecond)
      bench.wait(until: 1075 * Self.millisecond)
      #expect(bench.model.canShorten)
      bench.send(.shortenURL, at: 1075 * Self.millisecond)
      bench.wait()
      return bench
    }
    // The first piece of the first answer came after the second began; from there on they are one.
    let faithful = try run(.faithful)
    #expect(faithful.shown == "-C http:/http://x.co//x.co/aa")
    let fixed = try run(.fixed)
    #expect(fixed.shown == "-C http://x.co/a")
    #expect(fixed.takeEvents().count { $0.hasPrefix("didReceiveData") } == 3, "the first is over")
    #expect(fixed.browser.loader?.fetcher.inFlight == 0)
  }

  @Test("A second page in place of one that is loading")
  func loadDuringLoad() throws {
    for fidelity in BrowserFidelity.allCases {
      let bench = try BrowserBench(fidelity, Browser.samplePages)
      bench.send(.loadLocation("http://slow.example/"), at: 0)
      bench.wait(until: 500 * Self.millisecond)
      bench.send(.loadLocation(Self.page), at: 1000 * Self.millisecond)
      bench.wait(until: 1000 * Self.millisecond)
      #expect(bench.model.state == .loading)
      bench.wait()
      #expect(
        bench.takeEvents() == [
          "loadLocation@0", "webViewDidStartLoad@0", "loadLocation@1000",
          "didFailLoadWithError@1000", "webViewDidStartLoad@1000", "webViewDidFinishLoad@1020",
        ]
      )
      #expect((bench.model.alert == nil) == (fidelity == .fixed))
      #expect(bench.model.state == .loaded && bench.model.canShorten)
    }
  }

  @Test("A page with frames: starts and finishes come in pairs")
  func frames() throws {
    for fidelity in BrowserFidelity.allCases {
      let bench = try BrowserBench(fidelity, Browser.samplePages)
      bench.send(.loadLocation("http://example.org/frames"), at: 0)
      bench.wait(until: 45 * Self.millisecond)
      // The first frame is there, the second is not.
      #expect(bench.model.canShorten == (fidelity == .faithful))
      bench.wait()
      #expect(
        bench.takeEvents() == [
          "loadLocation@0", "webViewDidStartLoad@0", "webViewDidStartLoad@20",
          "webViewDidStartLoad@20", "webViewDidFinishLoad@40", "webViewDidFinishLoad@50",
          "webViewDidFinishLoad@50",
        ]
      )
      #expect(bench.model.canShorten && bench.model.field == "http://example.org/frames")
      // Another page while the frames are under way: three loads are cancelled.
      bench.send(.loadLocation("http://example.org/frames"), at: 1000 * Self.millisecond)
      bench.wait(until: 1030 * Self.millisecond)
      bench.send(.loadLocation(Self.page), at: 1030 * Self.millisecond)
      bench.wait()
      let events = bench.takeEvents()
      #expect(events.count { $0 == "didFailLoadWithError@1030" } == 3)
      #expect(events.last == "webViewDidFinishLoad@1050" && bench.model.canShorten)
    }
  }

  @Test("A URL that is not ASCII")
  func unicode() throws {
    let script = FetchScript([
      FetchRule(url: "http://example.org/%C3%BC", body: [], after: Self.millisecond)
    ])
    let faithful = try BrowserBench(.faithful, script)
    faithful.send(.loadLocation("http://example.org/ü"))
    faithful.wait()
    #expect(faithful.model.alert?.message.hasSuffix(": unsupported URL") == true)
    let fixed = try BrowserBench(.fixed, script)
    loadAndShorten(fixed, "http://example.org/ü")
    #expect(fixed.model.field == "http://example.org/%C3%BC" && fixed.shown == "-C http://x.co/1")
    fixed.send(.loadLocation("x.co/1"))
    fixed.wait()
    #expect(fixed.model.field == "http://example.org/%C3%BC", "the service knows the whole of it")
  }

  @Test("A URL with & and #: the printed browser has it cut at the service")
  func ampersand() throws {
    for (fidelity, short) in [(BrowserFidelity.faithful, "/?x=1"), (.fixed, "/?x=1&y=2#top")] {
      let script = FetchScript([
        FetchRule(.prefix("http://example.org/?"), steps: [FetchStep(.respond(200, []))])
      ])
      let bench = try BrowserBench(fidelity, script)
      loadAndShorten(bench, "http://example.org/?x=1&y=2#top")
      #expect(bench.model.field == "http://example.org/?x=1&y=2#top")
      #expect(bench.shown == "-C http://x.co/1")
      bench.send(.loadLocation("x.co/1"))
      bench.wait()
      #expect(bench.model.field == "http://example.org" + short)
    }
  }

  @Test("An empty body")
  func emptyBody() throws {
    for (fidelity, shown) in [(BrowserFidelity.faithful, "-C "), (.fixed, "S- failed")] {
      let steps = [FetchStep(.respond(200, []))]
      let bench = try BrowserBench(fidelity, Self.script(steps))
      loadAndShorten(bench)
      #expect(bench.shown == shown)
    }
  }

  @Test("A body that takes an hour takes none of ours", arguments: BrowserFidelity.allCases)
  func slowBody(_ fidelity: BrowserFidelity) throws {
    let steps = Self.answer("http://x.co/slow", bytes: 1, every: 225 * BrowserBench.second)
    let bench = try BrowserBench(fidelity, Self.script(steps))
    bench.send(.loadLocation(Self.page), at: 0)
    bench.wait()
    bench.send(.shortenURL, at: BrowserBench.second)
    bench.wait(until: 3500 * BrowserBench.second)
    #expect(bench.model.state == .shortening && bench.shown == "-- Tap arrow to shorten")
    bench.wait()
    #expect(bench.shown == "-C http://x.co/slow")
    #expect(bench.takeEvents().last == "connectionDidFinishLoading@3601010")
  }

  @Test("More pieces at one time than events may be raised for it")
  func manyPieces() throws {
    let steps = Self.answer(String(repeating: "a", count: 3000), bytes: 1, every: 0)
    let bench = try BrowserBench(.fixed, Self.script(steps))
    loadAndShorten(bench)
    #expect(bench.model.label?.count == 3000)
  }

  @Test("The end of a session is the end of what happens") func ending() throws {
    let browser = Browser(.faithful, BrowserLoader(ScriptedFetcher(Browser.samplePages)))
    var port = try CallPort(browser.map, rules: BrowserBench.rules, watches: true)
    port.send(BrowserEvent.loadLocation(Self.page).call)
    port.finish()
    let steps = port.takeSteps()
    #expect(steps.map(\.command) == ["loadLocation", "webViewDidStartLoad"])
    #expect(steps.allSatisfy { $0.outcome.status == .completed })
  }

  @Test("The same taps are the same events, replies and times") func repeatable() throws {
    func run() throws -> [String] {
      let browser = Browser(.faithful, BrowserLoader(ScriptedFetcher(Browser.samplePages)))
      var port = try CallPort(browser.map, rules: BrowserBench.rules, watches: true)
      for (index, event) in [
        BrowserEvent.loadLocation("example.org/frames"), .shortenURL, .loadLocation("slow.example"),
        .shortenURL, .copyURL,
      ].enumerated() { port.send(event.call, at: Int64(index) * 60 * Self.millisecond) }
      while let next = browser.nextEventTime { port.advance(to: next + 1) }
      return port.takeSteps().map { "\($0.event.timestamp) \($0.command ?? "") \($0.reply ?? "")" }
    }
    let first = try run()
    #expect(first.count > 8)
    #expect(try run() == first)
  }
}
