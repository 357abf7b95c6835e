import KymoBridge
import KymoCore
import KymoSamples
import KymoRecording
import Testing

/// What the printed browser leaves out, and what the fixed one does instead.
@Suite("Browser, the gaps") struct BrowserGapTests {
  static let short = [UInt8](text: "http://x.co/1")

  /// Both browsers, as the faithful and the fixed one show it in the end.
  private func compare(
    _ faithful: String,
    _ fixed: String,
    _ run: (BrowserBench) throws -> Void
  ) throws {
    for (fidelity, expected) in [(BrowserFidelity.faithful, faithful), (.fixed, fixed)] {
      let bench = try BrowserBench(fidelity)
      try run(bench)
      #expect(bench.shown == expected, "\(fidelity)")
    }
  }

  @Test(
    "The status is not looked at: the body of a 404 is the short URL",
    arguments: [404, 500, 302, 199]
  )
  func status(_ status: Int64) throws {
    try compare("-C Not found", "S- failed") { bench in
      bench.answer(bench.shortening(), status: status, [[UInt8](text: "Not found")])
    }
  }

  @Test("Every 2xx is fine", arguments: [200, 201, 299] as [Int64])
  func goodStatus(_ status: Int64) throws {
    try compare("-C http://x.co/1", "-C http://x.co/1") { bench in
      bench.answer(bench.shortening(), status: status, [Self.short])
    }
  }

  @Test(
    "didReceiveResponse is missing: the parts of a multipart answer, or a redirect's, are joined"
  )
  func secondResponse() throws {
    try compare("-C movedhttp://x.co/1", "-C http://x.co/1") { bench in
      let connection = bench.shortening()
      bench.send(.didReceiveResponse(connection: connection, status: 302, url: ""))
      bench.send(.didReceiveData(connection: connection, [UInt8](text: "moved")))
      bench.answer(connection, [Self.short])
    }
  }

  @Test("Which connection speaks is not looked at: the late bytes of the first mix in")
  func otherConnection() throws {
    try compare("-C lahttp://x.co/2te", "-C http://x.co/2") { bench in
      let first = bench.shortening()
      // A page that loads meanwhile turns shorten on again.
      let second = bench.shortening("http://b.example/")
      #expect(second == first + 1)
      bench.send(.didReceiveResponse(connection: second, status: 200, url: ""))
      bench.send(.didReceiveData(connection: first, [UInt8](text: "la")))
      bench.send(.didReceiveData(connection: second, [UInt8](text: "http://x.co/2")))
      bench.send(.didReceiveData(connection: first, [UInt8](text: "te")))
      bench.send(.didFinishLoading(connection: second))
      // The end of the first, too.
      bench.send(.didFinishLoading(connection: first))
      let strays = bench.browser.counters.first { $0.name == "connections.stray" }?.count
      #expect(strays == (bench.model.fidelity == .fixed ? 3 : nil))
    }
  }

  @Test("Which connection fails is not looked at")
  func otherFailure() throws {
    try compare("S- failed", "-- Tap arrow to shorten") { bench in
      let first = bench.shortening()
      bench.shortening("http://b.example/")
      bench.send(.didFail(connection: first, description: "late", code: -1001))
    }
  }

  @Test("A page that loads while a URL is shortened turns shorten on, before the answer is there")
  func loadDuringShorten() throws {
    try compare("S- Tap arrow to shorten", "S- Tap arrow to shorten") { bench in
      bench.shortening()
      bench.send(.didStartLoad(url: "http://b.example/"))
      // The fixed one has no more use for the answer.
      #expect(bench.model.orders == (bench.model.fidelity == .fixed ? [.cancel(1)] : []))
      bench.send(.didFinishLoad(url: "http://b.example/"))
    }
    // The answer is that of the page before.
    try compare("SC http://x.co/1", "S- Tap arrow to shorten") { bench in
      let first = bench.shortening()
      bench.send(.didStartLoad(url: "http://b.example/"))
      bench.send(.didFinishLoad(url: "http://b.example/"))
      bench.answer(first, [Self.short])
    }
  }

  @Test("Copy stays on with the short URL of the page before")
  func staleCopy() throws {
    try compare("-C http://x.co/1", "-- Tap arrow to shorten") { bench in
      bench.answer(bench.shortening(), [Self.short])
      bench.send(.didStartLoad(url: "http://b.example/"))
    }
    try compare("-C http://x.co/1", "-- Tap arrow to shorten") { bench in
      bench.answer(bench.shortening(), [Self.short])
      bench.shortening("http://b.example/")
    }
  }

  @Test("An empty answer is an empty label, and copy is on")
  func emptyAnswer() throws {
    try compare("-C ", "S- failed") { bench in bench.answer(bench.shortening(), []) }
  }

  @Test(
    "An answer that is not UTF-8 is no title",
    arguments: [[0xFF], [0xC3], [0x68, 0xC3, 0x28]] as [[UInt8]]
  )
  func invalidAnswer(_ bytes: [UInt8]) throws {
    try compare("-C (nil)", "S- failed") { bench in bench.answer(bench.shortening(), [bytes]) }
  }

  @Test("Frames start and finish, too: the first that ends counts for the page")
  func frames() throws {
    try compare("S- Tap arrow to shorten", "-- Tap arrow to shorten") { bench in
      for _ in 0..<3 { bench.send(.didStartLoad(url: "http://a.example/")) }
      bench.send(.didFinishLoad(url: "http://a.example/"))
      #expect(bench.model.field == "http://a.example/")
      #expect(bench.model.state == (bench.model.fidelity == .fixed ? .loading : .loaded))
    }
    try compare("S- Tap arrow to shorten", "S- Tap arrow to shorten") { bench in
      for _ in 0..<3 { bench.send(.didStartLoad(url: "http://a.example/")) }
      for _ in 0..<3 { bench.send(.didFinishLoad(url: "http://a.example/")) }
      #expect(bench.model.state == .loaded)
    }
  }

  @Test("A frame that is missing is an alert; only the fixed one still has the page")
  func missingFrame() throws {
    for fidelity in BrowserFidelity.allCases {
      let bench = try BrowserBench(fidelity)
      for _ in 0..<2 { bench.send(.didStartLoad(url: "http://a.example/")) }
      bench.send(.didFailLoad(description: "no frame", code: -1004))
      #expect(bench.model.alert != nil && bench.shown.hasPrefix("--"))
      bench.send(.didFinishLoad(url: "http://a.example/"))
      #expect(bench.model.state == .loaded && bench.shown.hasPrefix("S-"))
    }
    // The other way round the printed one does not know that there is a page.
    for (fidelity, state) in [
      (BrowserFidelity.faithful, BrowserModel.State.failed), (.fixed, .loaded),
    ] {
      let bench = try BrowserBench(fidelity)
      for _ in 0..<2 { bench.send(.didStartLoad(url: "http://a.example/")) }
      bench.send(.didFinishLoad(url: "http://a.example/"))
      bench.send(.didFailLoad(description: "no frame", code: -1004))
      #expect(bench.model.state == state && bench.model.alert != nil && bench.model.canShorten)
    }
  }

  @Test("A load that was cancelled is an alert")
  func cancelledLoad() throws {
    for fidelity in BrowserFidelity.allCases {
      let bench = try BrowserBench(fidelity)
      bench.send(.didStartLoad(url: "http://a.example/"))
      bench.send(.didFailLoad(description: "cancelled", code: -999))
      #expect((bench.model.alert == nil) == (fidelity == .fixed))
      #expect(bench.model.state == .failed && !bench.model.canShorten)
      bench.send(.didStartLoad(url: "http://b.example/"))
      bench.send(.didFinishLoad(url: "http://b.example/"))
      #expect(bench.model.state == .loaded && bench.model.canShorten)
    }
  }

  @Test("Bytes are joined before they are decoded: no character is lost at a border")
  func splitCharacter() throws {
    let text = "http://x.co/ü😀"
    try compare("-C " + text, "-C " + text) { bench in
      bench.answer(bench.shortening(), [UInt8](text: text).map { [$0] })
    }
  }

  @Test(
    "The long URL is half escaped, and goes over plain http",
    arguments: [
      (
        "http://a.example/?x=1&y=2+3", "http://a.example/?x=1&y=2+3",
        "http%3A%2F%2Fa.example%2F%3Fx%3D1%26y%3D2%2B3"
      ),
      ("http://a.example/#top", "http://a.example/%23top", "http%3A%2F%2Fa.example%2F%23top"),
      (
        "http://a.example/%C3%BC", "http://a.example/%25C3%25BC",
        "http%3A%2F%2Fa.example%2F%25C3%25BC"
      ),
      (
        "http://ü/ \"<>[\\]^`{|}", "http://%C3%BC/%20%22%3C%3E%5B%5C%5D%5E%60%7B%7C%7D",
        "http%3A%2F%2F%C3%BC%2F%20%22%3C%3E%5B%5C%5D%5E%60%7B%7C%7D"
      ),
      ("http://a;b,c@d$e!f:g", "http://a;b,c@d$e!f:g", "http%3A%2F%2Fa%3Bb%2Cc%40d%24e%21f%3Ag"),
    ]
  )
  func escapes(_ page: String, _ faithful: String, _ fixed: String) throws {
    for (fidelity, scheme, escaped) in [
      (BrowserFidelity.faithful, "http", faithful), (.fixed, "https", fixed),
    ] {
      let bench = try BrowserBench(fidelity)
      bench.shortening(page)
      #expect(
        bench.orderedURL == "\(scheme)://api.x.co/Squeeze.svc/text/kymograph?url=\(escaped)"
      )
    }
  }

  @Test("A text that is not ASCII is no URL", arguments: ["http://ü.example/", "a b", "x\u{7F}"])
  func unreadableURL(_ text: String) throws {
    let faithful = try BrowserBench(.faithful)
    faithful.send(.loadLocation(text))
    #expect(faithful.model.orders == [.load(nil)])
    let fixed = try BrowserBench(.fixed)
    fixed.send(.loadLocation(text))
    guard case .load(let url?)? = fixed.model.orders.first else {
      Issue.record("nothing is loaded")
      return
    }
    #expect(url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && url.contains("%"))
  }

  @Test("An answer without an end is cut off by an error", arguments: BrowserFidelity.allCases)
  func longAnswer(_ fidelity: BrowserFidelity) throws {
    let bench = try BrowserBench(fidelity)
    let connection = bench.shortening()
    bench.send(.didReceiveResponse(connection: connection, status: 200, url: ""))
    let piece = [UInt8](repeating: 0x61, count: BrowserModel.maximumAnswerBytes / 2)
    for _ in 0..<2 {
      #expect(bench.send(.didReceiveData(connection: connection, piece)).status == .completed)
    }
    let answer = bench.send(.didReceiveData(connection: connection, [0x61]))
    #expect(answer.status == .failed && answer.error == .tooLong)
    bench.send(.didFinishLoading(connection: connection))
    #expect(bench.model.label?.count == BrowserModel.maximumAnswerBytes)
  }

  @Test("Bytes before anything was shortened go nowhere", arguments: BrowserFidelity.allCases)
  func nobodyAsked(_ fidelity: BrowserFidelity) throws {
    let bench = try BrowserBench(fidelity)
    bench.answer(1, [Self.short])
    #expect(bench.shown == (fidelity == .faithful ? "-C (nil)" : "-- Tap arrow to shorten"))
  }
}
