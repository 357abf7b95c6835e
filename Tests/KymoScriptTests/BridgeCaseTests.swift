import KymoScript
import KymoTestSupport
import KymoText
import Testing

/// A bridge with its page, and what its observer was told.
final class BridgeFixture {
  let bridge: WebViewBridge
  var page: PageStub?
  var events: [WebViewBridge.Event] = []

  init(
    _ change: (inout WebViewBridge.Options) -> Void = { _ in },
    defaultHandler: WebViewBridge.Handler? = nil
  ) throws {
    var options = WebViewBridge.Options()
    change(&options)
    bridge = WebViewBridge(options: options, defaultHandler: defaultHandler)
    bridge.observer = { [unowned self] in
      if case .installed = $0 { return }
      events.append($0)
    }
  }

  /// Loads a page, or loads it again.
  @discardableResult
  func load(_ script: String = PageStub.version6, origin: String? = nil) throws -> PageStub {
    let page = try PageStub(bridge, origin: origin, script: script)
    self.page = page
    bridge.pageDidFinishLoad()
    return page
  }
}

/// The rows of 2.4, and what upstream does not test.
@Suite struct BridgeCaseTests {
  private let inject = """
    WebViewJavascriptBridge.callHandler('x');
    """

  @Test("no handler: an event on either side, and the rest goes on") func noHandler() throws {
    let fixture = try BridgeFixture()
    let page = try fixture.load()
    try page.run()
    var heard: [String?] = []
    fixture.bridge.registerHandler("there") { data, _ in heard.append(data.text) }
    try page.evaluate(
      """
      WebViewJavascriptBridge.callHandler('absent', 1, () => log.push('answered'));
      WebViewJavascriptBridge.callHandler('there', 'two');
      """
    )
    fixture.bridge.callHandler("nowhere", WebViewBridge.Payload(1)) { _ in heard.append("answered")
    }
    try page.run()
    #expect(heard == ["two"])
    #expect(page.log == "[]")
    #expect(page.console.count == 1)
    #expect(page.console[0].hasPrefix("WebViewJavascriptBridge: WARNING: no handler"))
    #expect(fixture.events.contains(.noHandler(.toNative, name: "absent")))
    #expect(fixture.events.contains(.noHandler(.toPage, name: "nowhere")))
    #expect(fixture.bridge.ledger.unhandled == 2)
    #expect(fixture.bridge.ledger.isBalanced)
  }

  @Test("unknown or expired responseId; duplicate response") func responses() throws {
    let fixture = try BridgeFixture()
    let page = try fixture.load(
      """
      \(PageStub.version6)
      withBridge(bridge => bridge.registerHandler('twice', (data, respond) => {
        respond(1); respond(2);
      }));
      """
    )
    var answers: [String?] = []
    fixture.bridge.callHandler("twice") { answers.append($0.json) }
    var responder: WebViewBridge.Responder?
    fixture.bridge.registerHandler("ask") { _, respond in
      responder = respond
      respond(.text("one"))
      respond(.text("two"))
    }
    try page.run()
    try page.evaluate("WebViewJavascriptBridge.callHandler('ask', null, d => log.push(d))")
    try page.run()
    #expect(answers == ["1"])
    #expect(page.log == #"["one"]"#)
    try page.evaluate(
      #"WebViewJavascriptBridge._handleMessageFromObjC('{"responseId":"cb_77_1","responseData":1}')"#
    )
    try page.run()
    #expect(
      fixture.events == [
        .duplicateResponse(.toNative, id: "objc_cb_1"),
        .duplicateResponse(.toPage, id: responder?.id ?? ""),
        .unknownResponse(.toPage, id: "cb_77_1"),
      ]
    )
  }

  @Test("request without callbackId: no-op for native code, undefined for the page")
  func withoutCallback() throws {
    let fixture = try BridgeFixture()
    let page = try fixture.load()
    var count = 0
    fixture.bridge.registerHandler("quiet") { _, respond in
      respond(.text("nobody hears"))
      count += 1
    }
    try page.run()
    try page.evaluate(
      """
      WebViewJavascriptBridge.callHandler('quiet');
      WebViewJavascriptBridge.registerHandler('typeof', (d, respond) => { log.push(typeof respond); respond(1) });
      """
    )
    fixture.bridge.callHandler("typeof")
    try page.run()
    #expect(count == 1)
    #expect(page.log == #"["undefined"]"#)
    #expect(page.thrown.count == 1)
    #expect(fixture.bridge.ledger.isBalanced)
  }

  @Test("handler throws: told; the page's is uncaught in version 6, caught in version 4")
  func handlerThrows() throws {
    struct Refusal: Error {}
    for version in WebViewBridge.Version.allCases {
      let fixture = try BridgeFixture { $0.version = version }
      let page = try fixture.load(version == .v4 ? PageStub.version4 : PageStub.version6)
      fixture.bridge.registerHandler("bad") { _, _ in throw Refusal() }
      var heard = 0
      fixture.bridge.registerHandler("good") { _, _ in heard += 1 }
      try page.run()
      try page.evaluate(
        """
        WebViewJavascriptBridge.registerHandler('bad', () => { throw new Error('of the page') });
        WebViewJavascriptBridge.callHandler('bad'); WebViewJavascriptBridge.callHandler('good');
        """
      )
      fixture.bridge.callHandler("bad")
      fixture.bridge.callHandler("note", WebViewBridge.Payload(1))
      try page.run()
      #expect(heard == 1)
      #expect(page.log.hasSuffix("1]"))
      #expect(page.thrown.count == (version == .v4 ? 0 : 1))
      #expect(fixture.events.count == 2)
      #expect(
        fixture.events.contains(
          .handlerThrew(.toPage, name: "bad", reason: "Error: of the page")
        )
      )
    }
  }

  @Test("a callback that throws is called once and keeps nothing back") func callbackThrows() throws
  {
    let fixture = try BridgeFixture()
    let page = try fixture.load()
    fixture.bridge.registerHandler("echo") { data, respond in respond(data) }
    try page.run()
    try page.evaluate(
      """
      WebViewJavascriptBridge.callHandler('echo', 1, () => { log.push('a'); throw 1 });
      WebViewJavascriptBridge.callHandler('echo', 2, () => log.push('b'));
      """
    )
    try page.run()
    #expect(page.log == #"["a","b"]"#)
    #expect(fixture.bridge.ledger.toPage.sent == 2)
    fixture.bridge.detach()
    #expect(
      fixture.events == [.handlerThrew(.toPage, name: nil, reason: "1")]
    )
  }

  @Test(
    "queue text nil, empty, invalid, a dictionary, a string, a number; elements that are no objects",
    arguments: [
      ("undefined", WebViewBridge.Event.malformedQueue(.empty)),
      ("''", .malformedQueue(.empty)),
      ("'{\"a\":1}'", .malformedQueue(.notArray("object"))),
      ("'\"text\"'", .malformedQueue(.notArray("string"))),
      ("'5'", .malformedQueue(.notArray("number"))),
      ("'[5]'", .malformedMessage(.toNative, index: 0, reason: "it is not an object: number")),
      (
        "'[{\"handlerName\":5}]'",
        .malformedMessage(.toNative, index: 0, reason: "handlerName is no text")
      ),
    ]
  )
  func malformedQueue(_ text: String, _ event: WebViewBridge.Event) throws {
    let fixture = try BridgeFixture { $0.delivery = .evaluation }
    let page = try fixture.load()
    try page.run()
    fixture.bridge.take(queue: try page.evaluate(text).string)
    #expect(fixture.events == [event])
    #expect(fixture.bridge.ledger.isBalanced)
  }

  @Test("known scheme, other host; schemes and hosts in any case") func addresses() throws {
    let six = try BridgeFixture()
    #expect(six.bridge.shouldStart("https://__wvjb_queue_message__"))
    #expect(six.bridge.shouldStart("HTTPS://__WVJB_QUEUE_MESSAGE__/"))
    #expect(six.bridge.shouldStart("wvjbscheme://__WVJB_Queue_Message__"))
    #expect(six.bridge.shouldStart("WVJBScheme://__BRIDGE_LOADED__/?x#y"))
    for url in [
      "https://other", "wvjbscheme://other", "http://__bridge_loaded__", "", "https:",
      "https://__bridge_loaded__.example.com", "https://user@__bridge_loaded__", "about:blank",
      "https://example.com/__bridge_loaded__",
    ] { #expect(!six.bridge.shouldStart(url), "\(url)") }
    let four = try BridgeFixture { $0.version = .v4 }
    #expect(four.bridge.shouldStart("wvjbscheme://other"))
    #expect(four.events == [.unknownCommand(url: "wvjbscheme://other")])
    #expect(!four.bridge.shouldStart("https://__wvjb_queue_message__"))
  }

  @Test("reset while pending: ids go on, an old answer meets no new callback") func reset() throws {
    let fixture = try BridgeFixture()
    let page = try fixture.load()
    try page.run()
    var answers: [String] = []
    fixture.bridge.callHandler("echoHandler", .text("old")) { _ in answers.append("old") }
    fixture.bridge.reset()
    fixture.bridge.callHandler("echoHandler", .text("new")) { answers.append($0.text ?? "") }
    try page.run()
    #expect(answers == ["new"])
    #expect(
      fixture.events == [
        .droppedByReset(WebViewBridge.Losses(answers: 1)),
        .lateResponse(.toNative, id: "objc_cb_1"),
      ]
    )
    #expect(fixture.bridge.ledger.isBalanced)
  }

  @Test("removeHandler; registerHandler of the same name replaces") func handlers() throws {
    let fixture = try BridgeFixture()
    let page = try fixture.load()
    try page.run()
    var heard: [Int] = []
    fixture.bridge.registerHandler("h") { _, _ in heard.append(1) }
    fixture.bridge.registerHandler("h") { _, _ in heard.append(2) }
    try page.evaluate(inject.replacing("'x'", with: "'h'"))
    try page.run()
    fixture.bridge.removeHandler("h")
    try page.evaluate(inject.replacing("'x'", with: "'h'"))
    try page.run()
    #expect(heard == [2])
    #expect(fixture.events == [.noHandler(.toNative, name: "h")])
  }

  @Test("page reload: what native code sends in between waits, what the page had is counted")
  func reload() throws {
    let fixture = try BridgeFixture()
    let page = try fixture.load()
    try page.run()
    fixture.bridge.callHandler("note", .text("lost")) { _ in }
    try page.evaluate("WebViewJavascriptBridge.callHandler('x', 1, () => {})")
    fixture.bridge.detach()
    #expect(
      fixture.events == [
        .droppedByReload(WebViewBridge.Losses(toPage: 1, toNative: 1, answers: 1, pageAnswers: 1))
      ]
    )
    fixture.bridge.callHandler("note", .text("kept"))
    let next = try fixture.load()
    try next.run()
    #expect(next.log == #"["kept"]"#)
    #expect(fixture.bridge.ledger.isBalanced)
  }

  @Test("JS callHandler(name, function): the function is the callback, data is null")
  func twoArguments()
    throws
  {
    let fixture = try BridgeFixture()
    let page = try fixture.load()
    var data: [String?] = []
    fixture.bridge.registerHandler("h") { payload, respond in
      data.append(payload.json)
      respond()
    }
    try page.run()
    try page.evaluate(
      """
      WebViewJavascriptBridge.callHandler('h', answer => log.push(answer));
      WebViewJavascriptBridge.callHandler('h', undefined);
      WebViewJavascriptBridge.callHandler('h', null);
      """
    )
    try page.run()
    #expect(data == ["null", nil, "null"])
    #expect(page.log == "[null]")
  }

  @Test("null, undefined and missing data come back as they went") func absentData() throws {
    let fixture = try BridgeFixture()
    let page = try fixture.load()
    var answers: [String?] = []
    try page.run()
    fixture.bridge.callHandler("echoHandler") { answers.append($0.json) }
    fixture.bridge.callHandler("echoHandler", WebViewBridge.Payload(.null)) {
      answers.append($0.json)
    }
    try page.run()
    #expect(answers == [nil, "null"])
  }

  @Test("wrong web view type: a context without a document") func badPage() throws {
    let bridge = WebViewBridge()
    var events: [WebViewBridge.Event] = []
    bridge.observer = { events.append($0) }
    try bridge.attach(try ScriptContext())
    bridge.shouldStart("https://__bridge_loaded__")
    guard case .badPage = events.first else {
      Issue.record("\(events)")
      return
    }
  }

  @Test("logging: off unless asked for; cut at 500 characters") func logging() throws {
    let fixture = try BridgeFixture()
    let page = try fixture.load()
    try page.run()
    var lines: [String] = []
    fixture.bridge.logger = { lines.append($0) }
    fixture.bridge.callHandler("note", .text(String(repeating: "\u{1F600}", count: 600)))
    fixture.bridge.callHandler("note", WebViewBridge.Payload(1))
    try page.evaluate("WebViewJavascriptBridge.callHandler('x', 1)")
    try page.run()
    #expect(lines.count == 3)
    #expect(lines[0].hasSuffix(" [...]"))
    #expect((505...518).contains(lines[0].utf16.count))
    #expect(lines[1] == #"WVJB SEND: {"handlerName":"note","data":1}"#)
    #expect(lines[2] == #"WVJB RCVD: {"handlerName":"x","data":1}"#)
  }

  @Test("version 4: ready event, init, default handlers both ways, init twice") func version4()
    throws
  {
    var heard: [String?] = []
    let fixture = try BridgeFixture({ $0.version = .v4 }) { data, respond in
      heard.append(data.text)
      respond(.text("native heard"))
    }
    var answers: [String?] = []
    fixture.bridge.send(.text("before")) { answers.append($0.text) }
    let page = try fixture.load(PageStub.version4)
    try page.evaluate("WebViewJavascriptBridge.send('hello', d => log.push(d))")
    try page.run()
    #expect(page.log == #"["ready","before","native heard"]"#)
    #expect(answers == ["heard before"])
    #expect(heard == ["hello"])
    #expect(throws: ScriptError.self) {
      try page.evaluate("WebViewJavascriptBridge.init(() => {})")
    }
    #expect(fixture.events.isEmpty)
  }
}
