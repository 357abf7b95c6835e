import KymoBridge
import KymoCore
import KymoSamples
import Testing

/// The table of the book's browser, row by row; the events come from outside, as calls.
@Suite("Browser, the table") struct BrowserRowTests {
  static let page = "http://example.org/"

  @Test("Row 0, launch", arguments: BrowserFidelity.allCases)
  func launch(_ fidelity: BrowserFidelity) throws {
    let bench = try BrowserBench(fidelity)
    #expect(bench.model.state == .idle && bench.shown == "-- Tap arrow to shorten")
    #expect(bench.model.field.isEmpty && bench.model.alert == nil && bench.model.clipboard == nil)
    // Buttons that are off cannot be tapped.
    #expect(bench.send(.shortenURL).status == .validationFailed)
    #expect(bench.send(.copyURL).status == .validationFailed)
    #expect(bench.model == BrowserModel(fidelity))
  }

  @Test(
    "Row 1, Go: the request is made, and nothing else changes",
    arguments: BrowserFidelity.allCases
  )
  func go(_ fidelity: BrowserFidelity) throws {
    let bench = try BrowserBench(fidelity)
    bench.send(.loadLocation("http://a.example/b?c"))
    #expect(bench.model.orders == [.load("http://a.example/b?c")])
    #expect(bench.model.state == .idle && bench.shown == "-- Tap arrow to shorten")
    #expect(bench.model.field == "http://a.example/b?c")
    // What a user types without a scheme.
    for (typed, url) in [
      ("www.apple.com", "http://www.apple.com"), ("//b.example/", "http://b.example/"),
      ("https://c.example", "https://c.example"), ("", "http://"),
    ] {
      bench.send(.loadLocation(typed))
      #expect(bench.model.orders == [.load(url)] && bench.model.field == typed)
    }
    // Buttons that are on stay so.
    bench.answer(bench.shortening(), [[UInt8](text: "http://x.co/1")])
    bench.send(.loadLocation(Self.page))
    #expect(bench.shown == "-C http://x.co/1")
  }

  @Test("Row 1, refresh: what the field shows", arguments: BrowserFidelity.allCases)
  func refresh(_ fidelity: BrowserFidelity) throws {
    let bench = try BrowserBench(fidelity)
    bench.send(.didStartLoad(url: Self.page))
    bench.send(.didFinishLoad(url: Self.page))
    bench.send(.loadLocation(nil))
    #expect(bench.model.orders == [.load(Self.page)] && bench.model.field == Self.page)
    #expect(bench.model.canShorten)
  }

  @Test("Row 2, a tapped link may be followed", arguments: BrowserFidelity.allCases)
  func link(_ fidelity: BrowserFidelity) throws {
    let bench = try BrowserBench(fidelity)
    bench.send(.followLink("http://example.org/next"))
    #expect(bench.model.orders == [.load("http://example.org/next")])
    #expect(bench.model.field.isEmpty, "the field follows when the page is there")
  }

  @Test("Row 3, webViewDidStartLoad: shorten is off", arguments: BrowserFidelity.allCases)
  func start(_ fidelity: BrowserFidelity) throws {
    let bench = try BrowserBench(fidelity)
    bench.send(.didStartLoad(url: Self.page))
    bench.send(.didFinishLoad(url: Self.page))
    bench.send(.loadLocation("typed"))
    bench.send(.didStartLoad(url: "http://typed/"))
    #expect(bench.model.state == .loading && bench.shown == "-- Tap arrow to shorten")
    #expect(bench.model.field == "typed")
  }

  @Test(
    "Row 4, webViewDidFinishLoad: shorten is on, the field shows the page",
    arguments: BrowserFidelity.allCases
  )
  func finish(_ fidelity: BrowserFidelity) throws {
    let bench = try BrowserBench(fidelity)
    bench.send(.loadLocation("example.org"))
    bench.send(.didStartLoad(url: Self.page))
    bench.send(.didFinishLoad(url: Self.page))
    #expect(bench.model.state == .loaded && bench.shown == "S- Tap arrow to shorten")
    #expect(bench.model.field == Self.page && bench.model.page == Self.page)
  }

  @Test(
    "Row 5, didFailLoadWithError: an alert, shorten stays off",
    arguments: BrowserFidelity.allCases
  )
  func fail(_ fidelity: BrowserFidelity) throws {
    let bench = try BrowserBench(fidelity)
    bench.send(.loadLocation("example.org"))
    bench.send(.didStartLoad(url: Self.page))
    bench.send(.didFailLoad(description: "Could not connect to the server.", code: -1004))
    #expect(bench.model.state == .failed && bench.shown == "-- Tap arrow to shorten")
    #expect(bench.model.field == "example.org")
    let alert = try #require(bench.model.alert)
    #expect(alert.title == "Could not load URL" && alert.button == "That's Sad")
    #expect(
      alert.message
        == "A problem occurred trying to load this page: Could not connect to the server."
    )
    // Whoever taps something else has closed it.
    bench.send(.loadLocation(nil))
    #expect(bench.model.alert == nil)
  }

  @Test(
    "Row 6, shortenURL: shorten is off, the request is made",
    arguments: BrowserFidelity.allCases
  )
  func shorten(_ fidelity: BrowserFidelity) throws {
    let bench = try BrowserBench(fidelity)
    #expect(bench.shortening() == 1)
    #expect(bench.model.state == .shortening && bench.shown == "-- Tap arrow to shorten")
    let url =
      fidelity == .faithful
      ? "http://api.x.co/Squeeze.svc/text/kymograph?url=http://example.org/"
      : "https://api.x.co/Squeeze.svc/text/kymograph?url=http%3A%2F%2Fexample.org%2F"
    #expect(bench.model.orders == [.connect(1, url)])
  }

  @Test("Row 7, didReceiveData: nothing to see", arguments: BrowserFidelity.allCases)
  func data(_ fidelity: BrowserFidelity) throws {
    let bench = try BrowserBench(fidelity)
    let connection = bench.shortening()
    bench.send(.didReceiveResponse(connection: connection, status: 200, url: ""))
    let before = bench.browser.model.json
    for _ in 0..<3 {
      bench.send(.didReceiveData(connection: connection, [UInt8](text: "x")))
      #expect(bench.model.json == before)
    }
    bench.send(.didFinishLoading(connection: connection))
    #expect(bench.shown == "-C xxx")
  }

  @Test(
    "Row 8, connectionDidFinishLoading: copy is on, shorten off until the next page",
    arguments: BrowserFidelity.allCases
  )
  func shortened(_ fidelity: BrowserFidelity) throws {
    let bench = try BrowserBench(fidelity)
    bench.answer(bench.shortening(), [[UInt8](text: "http://x.co/1")])
    #expect(bench.model.state == .shortened && bench.shown == "-C http://x.co/1")
    bench.send(.didStartLoad(url: "http://b.example/"))
    #expect(!bench.model.canShorten)
    bench.send(.didFinishLoad(url: "http://b.example/"))
    #expect(bench.model.canShorten)
  }

  @Test(
    "Row 9, connection:didFailWithError: failed, shorten is on again",
    arguments: BrowserFidelity.allCases
  )
  func failed(_ fidelity: BrowserFidelity) throws {
    let bench = try BrowserBench(fidelity)
    bench.answer(bench.shortening(), [[UInt8](text: "http://x.co/1")])
    let connection = bench.shortening()
    bench.send(.didFail(connection: connection, description: "lost", code: -1005))
    #expect(bench.model.state == .loaded && bench.shown == "S- failed")
    #expect(bench.model.alert == nil)
    #expect(bench.send(.shortenURL).status == .completed && bench.orderedConnection == 3)
  }

  @Test("Row 10, copy: the clipboard has the short URL", arguments: BrowserFidelity.allCases)
  func copy(_ fidelity: BrowserFidelity) throws {
    let bench = try BrowserBench(fidelity)
    bench.answer(bench.shortening(), [[UInt8](text: "http://x.co/1")])
    #expect(bench.model.clipboard == nil)
    bench.send(.copyURL)
    #expect(bench.model.clipboard == "http://x.co/1" && bench.shown == "-C http://x.co/1")
  }

  @Test("What is shown is the reply, as JSON") func reply() throws {
    let bench = try BrowserBench(.faithful)
    #expect(
      bench.send(.loadLocation("a \"b\"")).reply
        == #"{"state":"idle","go":true,"shorten":false,"copy":false,"label":"Tap arrow to shorten","#
        + #""field":"a \"b\"","alert":null,"clipboard":null,"orders":[{"load":null}]}"#
    )
    #expect(
      bench.send(.didFailLoad(description: "no", code: -1)).reply
        == #"{"state":"failed","go":true,"shorten":false,"copy":false,"label":"Tap arrow to shorten","#
        + #""field":"a \"b\"","alert":{"title":"Could not load URL","message":"A problem occurred "#
        + #"trying to load this page: no","button":"That's Sad"},"clipboard":null}"#
    )
  }

  @Test(
    "Parameters that are missing, of another type, or no bytes",
    arguments: [
      ("call?cmd=webViewDidStartLoad", HandlerError.missingParameter),
      ("call?cmd=webViewDidFinishLoad&msg=[1]", .wrongType),
      ("call?cmd=loadLocation&msg=[1]", .wrongType),
      ("call?cmd=shouldStartLoadWithRequest", .missingParameter),
      (#"call?cmd=didFailLoadWithError&msg=["x"]"#, .missingParameter),
      ("call?cmd=didReceiveResponse&msg=[1]", .missingParameter),
      ("call?cmd=didReceiveData&msg=[1]", .missingParameter),
      (#"call?cmd=didReceiveData&msg=[1,"c3","base64"]"#, .invalidValue),
      (#"call?cmd=didReceiveData&msg=[1,"c","hex"]"#, .invalidValue),
      (#"call?cmd=connectionDidFinishLoading&msg=["1"]"#, .wrongType),
      ("call?cmd=connectionDidFailWithError&msg=[1]", .missingParameter),
    ]
  )
  func badParameters(_ call: String, _ error: HandlerError) throws {
    for fidelity in BrowserFidelity.allCases {
      let bench = try BrowserBench(fidelity)
      let answer = bench.send(call)
      #expect(answer.status == .failed && answer.error == error)
      #expect(bench.model == BrowserModel(fidelity), "nothing has changed")
    }
  }

  @Test("An event says the same as a call, whatever is in it") func callsOfEvents() throws {
    let bench = try BrowserBench(.faithful)
    let events: [BrowserEvent] = [
      .loadLocation("a&b=c#d %41 \"ü\" 你好 \u{2028}"), .loadLocation(nil), .followLink("x'y\\z"),
      .didStartLoad(url: "http://ü/"), .didFailLoad(description: "{}[]\n\0", code: -999),
      .didReceiveResponse(connection: 9, status: 404, url: "http://a/?b#c"),
      .didReceiveData(connection: 1, [0xFF, 0, 0xC3]),
      .didReceiveData(connection: 1, [UInt8](text: "ü")),
      .didFinishLoading(connection: .max), .didFail(connection: 1, description: "", code: 0),
    ]
    for event in events {
      let answer = bench.send(event)
      #expect(answer.status == .completed, "\(event)")
      if case .loadLocation(let text?) = event { #expect(bench.model.field == text) }
    }
  }
}
