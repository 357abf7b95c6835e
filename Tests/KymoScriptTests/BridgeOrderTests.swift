import KymoScript
import KymoTestSupport
import KymoText
import Testing

/// Order, loss, size and safety: what holds for any number of messages, and against a hostile page.
@Suite struct BridgeOrderTests {
  /// A page that sends `count` messages, some at each of its timers, and notes what it gets.
  private static let busy = """
    \(PageStub.version6)
    var expected = 0, disorder = 0, sent = 0, answered = 0;
    withBridge(bridge => {
      bridge.registerHandler('number', n => { if (n !== expected++) disorder++; });
      function some() {
        for (let i = 0; i < 7 && sent < total; i++) bridge.callHandler('number', sent++);
        if (sent < total) setTimeout(some, 0);
      }
      some();
    });
    """

  @Test(
    "100,000 messages each way, interleaved: in order, each exactly once",
    arguments: WebViewBridge.Delivery.allCases,
    WebViewBridge.Signal.allCases
  )
  func order(_ delivery: WebViewBridge.Delivery, _ signal: WebViewBridge.Signal) throws {
    let total = delivery == .functionCall ? 100_000 : 10_000
    let fixture = try BridgeFixture {
      $0.delivery = delivery
      $0.signal = signal
    }
    var (expected, disorder) = (0, 0)
    fixture.bridge.registerHandler("number") { data, _ in
      if data.json != "\(expected)" { disorder += 1 }
      expected += 1
    }
    let page = try fixture.load("var total = \(total);" + Self.busy)
    let held = page.context.heldObjects
    for number in 0..<total {
      fixture.bridge.callHandler("number", WebViewBridge.Payload(JSONText(number)))
      if number % 3 == 0 { try page.run(2) }
    }
    try page.run()
    #expect((expected, disorder) == (total, 0))
    #expect(try page.evaluate("expected") == .number(Double(total)))
    #expect(try page.evaluate("disorder") == 0)
    let ledger = fixture.bridge.ledger
    #expect(ledger.isBalanced)
    #expect(ledger.toPage.delivered == UInt64(total))
    #expect(ledger.toNative.delivered == UInt64(total))
    #expect(fixture.events.isEmpty)
    fixture.bridge.detach()
    #expect(page.context.heldObjects < held)
  }

  @Test("order of 1000 calls, each answered to its own callback") func thousand() throws {
    let fixture = try BridgeFixture()
    var answers: [String?] = []
    for number in 0..<500 {
      fixture.bridge.callHandler("echoHandler", WebViewBridge.Payload(JSONText(number))) {
        answers.append($0.json)
      }
    }
    let page = try fixture.load()
    try page.run()
    for number in 500..<1000 {
      fixture.bridge.callHandler("echoHandler", WebViewBridge.Payload(JSONText(number))) {
        answers.append($0.json)
      }
    }
    try page.run()
    #expect(answers == (0..<1000).map { "\($0)" })
  }

  @Test("a reload at each of 50 seeded places accounts for every message") func reloads() throws {
    var random = SeededRandom(seed: 11_5)
    for round in 0..<50 {
      let fixture = try BridgeFixture {
        $0.signal = round % 2 == 0 ? .frame : .direct
        $0.delivery = round % 4 < 2 ? .functionCall : .evaluation
      }
      fixture.bridge.registerHandler("number") { _, respond in respond() }
      var answers = 0
      let place = random.below(400)
      var page = try fixture.load("var total = 200;" + Self.busy)
      for number in 0..<400 {
        fixture.bridge.callHandler("echoHandler", WebViewBridge.Payload(JSONText(number))) { _ in
          answers += 1
        }
        if number == place { page = try fixture.load("var total = 100;" + Self.busy) }
        try page.run(random.below(4))
        #expect(fixture.bridge.ledger.isBalanced, "seed 115, round \(round), message \(number)")
      }
      try page.run()
      let ledger = fixture.bridge.ledger
      #expect(ledger.isBalanced)
      #expect(ledger.toPage.waiting == 0 && ledger.toNative.waiting == 0)
      #expect(ledger.answers.waiting == 0)
      #expect(ledger.answers.came == UInt64(answers))
      let lost = fixture.events.reduce(into: WebViewBridge.Losses()) { sum, event in
        guard case .droppedByReload(let losses) = event else { return }
        sum.toPage += losses.toPage
        sum.toNative += losses.toNative
        sum.answers += losses.answers
      }
      #expect(lost.toPage == ledger.toPage.lostByReload)
      #expect(lost.toNative == ledger.toNative.lostByReload)
      #expect(lost.answers == ledger.answers.lostByReload)
      let old = page
      fixture.bridge.detach()
      #expect(old.context.heldObjects <= 2)
    }
  }

  @Test("an answer of native code that comes after a reload is late, and meets no new callback")
  func lateAnswer() throws {
    let fixture = try BridgeFixture()
    var responders: [WebViewBridge.Responder] = []
    fixture.bridge.registerHandler("ask") { _, respond in responders.append(respond) }
    let ask = "WebViewJavascriptBridge.callHandler('ask', 1, d => log.push(d))"
    for _ in 0..<2 {
      let page = try fixture.load()
      try page.run()
      try page.evaluate(ask)
      try page.run()
    }
    responders[0](.text("old"))
    responders[1](.text("new"))
    try fixture.page?.run()
    #expect(fixture.page?.log == #"["new"]"#)
    #expect(fixture.events.last == .lateResponse(.toPage, id: "cb_1_1"))
    #expect(fixture.bridge.ledger.isBalanced)
  }

  @Test("without the safety timeout nothing overtakes what waits") func synchronous() throws {
    let fixture = try BridgeFixture()
    let page = try fixture.load()
    try page.run()
    fixture.bridge.callHandler("note", WebViewBridge.Payload(1))
    fixture.bridge.disableAlertBoxSafetyTimeout()
    fixture.bridge.callHandler("note", WebViewBridge.Payload(2))
    try page.run(2)
    fixture.bridge.callHandler("note", WebViewBridge.Payload(3))
    try page.run()
    fixture.bridge.callHandler("note", WebViewBridge.Payload(4))
    #expect(page.log == "[1,2,3,4]")
  }

  // MARK: Data

  @Test("any text goes through, both ways", arguments: WebViewBridge.Delivery.allCases)
  func texts(_ delivery: WebViewBridge.Delivery) throws {
    let fixture = try BridgeFixture { $0.delivery = delivery }
    let page = try fixture.load()
    try page.run()
    var texts = ["\u{2028}\u{2029}", "\0\u{8}\t\n\u{B}\u{C}\r\u{1F}\u{7F}", "'\"\\/", "</script>"]
    texts.append(String(String.UnicodeScalarView((0...0x24FF).compactMap { Unicode.Scalar($0) })))
    texts.append(String(repeating: "megabyte", count: 131_072))
    var answers: [String?] = []
    for text in texts {
      fixture.bridge.callHandler("echoHandler", .text(text)) { answers.append($0.text) }
    }
    try page.run()
    #expect(answers.map { $0.map { Array($0.utf8) } } == texts.map { Array($0.utf8) })
  }

  @Test("cyclic data is an error of its sender, and nothing else is lost") func cycles() throws {
    let fixture = try BridgeFixture()
    let page = try fixture.load()
    var heard: [String?] = []
    fixture.bridge.registerHandler("h") { data, _ in heard.append(data.json) }
    try page.run()
    try page.evaluate(
      """
      var cyclic = {}; cyclic.self = cyclic;
      WebViewJavascriptBridge.callHandler('h', 1);
      try { WebViewJavascriptBridge.callHandler('h', cyclic, () => {}) } catch (e) { log.push(e.name) }
      try { WebViewJavascriptBridge.callHandler('h', 1n) } catch (e) { log.push(e.name) }
      WebViewJavascriptBridge.callHandler('h', 2);
      """
    )
    try page.run()
    #expect(heard == ["1", "2"])
    #expect(page.log == #"["TypeError","TypeError"]"#)
    #expect(fixture.bridge.ledger.isBalanced)
  }

  @Test("numbers beyond 64 bits, and data of the greatest depth") func largeNumbers() throws {
    let fixture = try BridgeFixture()
    let page = try fixture.load()
    var heard: [Double?] = []
    fixture.bridge.registerHandler("h") { data, _ in heard.append(data.number) }
    try page.run()
    try page.evaluate(
      """
      for (const x of [1e20, -1e20, 123456789012345680000, 1e21, 5e-324, 9007199254740993, '1e20',
          18446744073709551615, 0.1]) {
        WebViewJavascriptBridge.callHandler('h', x);
      }
      """
    )
    try page.run()
    #expect(
      heard == [
        1e20, -1e20, 123_456_789_012_345_683_968, 1e21, .leastNonzeroMagnitude,
        9_007_199_254_740_992, nil,
        18_446_744_073_709_551_616, 0.1,
      ]
    )
    var answers: [String?] = []
    let deep = String(repeating: "[", count: 511) + "1" + String(repeating: "]", count: 511)
    for json in [
      deep, #"[100000000000000000000,"12345678901234567890123",-12345678901234567890123]"#,
    ] {
      let payload = try present(WebViewBridge.Payload(json: json))
      fixture.bridge.callHandler("echoHandler", payload) { answers.append($0.json) }
    }
    try page.run()
    #expect(answers.count == 2)
    #expect(answers.first == deep)
    #expect(fixture.events.isEmpty, "\(fixture.events)")
  }

  @Test("half of a surrogate pair: that message cannot be read, the others can") func surrogates()
    throws
  {
    let fixture = try BridgeFixture()
    let page = try fixture.load()
    var heard: [String?] = []
    fixture.bridge.registerHandler("h") { data, _ in heard.append(data.json) }
    try page.run()
    try page.evaluate(
      "for (const x of ['a', '\\ud800', 'b']) WebViewJavascriptBridge.callHandler('h', x)"
    )
    try page.run()
    #expect(heard == ["\"a\"", "\"b\""])
    guard case .malformedMessage(.toNative, index: 1, _) = fixture.events.first else {
      Issue.record("\(fixture.events)")
      return
    }
    #expect(fixture.bridge.ledger.toNative.malformed == 1)
    #expect(fixture.bridge.ledger.isBalanced)
  }

  @Test("a queue is fetched in pieces; one that is too long is lost alone, and told of")
  func pieces()
    throws
  {
    let fixture = try BridgeFixture {
      $0.batchCharacters = 100
      $0.maximumQueueBytes = 200
    }
    let page = try fixture.load()
    var heard: [String?] = []
    fixture.bridge.registerHandler("h") { data, _ in heard.append(data.json) }
    try page.run()
    try page.evaluate(
      """
      for (let i = 0; i < 20; i++) WebViewJavascriptBridge.callHandler('h', i);
      WebViewJavascriptBridge.callHandler('h', 'x'.repeat(300));
      for (let i = 20; i < 40; i++) WebViewJavascriptBridge.callHandler('h', i);
      """
    )
    try page.run()
    #expect(heard == (0..<40).map { "\($0)" })
    #expect(fixture.events.count == 1)
    #expect(fixture.bridge.ledger.toNative.malformed == 1)
    #expect(fixture.bridge.ledger.isBalanced)
  }

  // MARK: Hostile pages

  @Test("prototype pollution does not reach the bridge", arguments: WebViewBridge.Signal.allCases)
  func pollution(_ signal: WebViewBridge.Signal) throws {
    let fixture = try BridgeFixture { $0.signal = signal }
    fixture.bridge.registerHandler("echo") { data, respond in respond(data) }
    var answers: [String?] = []
    for number in 0..<3 {
      fixture.bridge.callHandler("echoHandler", WebViewBridge.Payload(JSONText(number))) {
        answers.append($0.json)
      }
    }
    let page = try fixture.load(
      """
      for (const name of ['responseId', 'callbackId', 'handlerName', 'data', 'get', 'set', 'value']) {
        Object.defineProperty(Object.prototype, name, {
          __proto__: null, configurable: true, get() { return 'polluted' }, set() {},
        });
      }
      for (const index of [0, 1, 2]) {
        Object.defineProperty(Array.prototype, index, {
          __proto__: null, configurable: true, get() { return 'polluted' }, set() {},
        });
      }
      JSON.parse = JSON.stringify = () => 'polluted';
      Object.prototype.hasOwnProperty = () => true;
      Function.prototype.call = Function.prototype.apply = () => 'polluted';
      Array.prototype.push = Array.prototype.join = Array.prototype.shift = () => 'polluted';
      \(PageStub.version6.replacing("window.WVJBCallbacks.push(use)", with: "0"))
      """
    )
    try page.run()
    #expect(answers == ["0", "1", "2"])
    try page.evaluate("var got; WebViewJavascriptBridge.callHandler('echo', 5, d => { got = d })")
    try page.run()
    #expect(try page.evaluate("got") == 5)
    // Its functions cannot be replaced.
    try page.evaluate(
      """
      WebViewJavascriptBridge._fetchQueue = () => '[{}]';
      window.WebViewJavascriptBridge = {};
      WebViewJavascriptBridge.callHandler('echo', 6, d => { got = d });
      """
    )
    try page.run()
    #expect(try page.evaluate("got") == 6)
    #expect(fixture.events.isEmpty, "\(fixture.events)")
  }

  @Test("pages and frames of other origins do not reach the bridge") func origins() throws {
    let fixture = try BridgeFixture { $0.origins = ["https://app.example"] }
    var heard = 0
    fixture.bridge.registerHandler("h") { _, _ in heard += 1 }
    let foreign = try fixture.load(origin: "https://evil.example")
    try foreign.run()
    #expect(try foreign.evaluate("typeof WebViewJavascriptBridge") == "undefined")
    let own = try fixture.load(origin: "https://app.example")
    #expect(fixture.bridge.shouldStart("https://__bridge_loaded__", from: "https://evil.example"))
    #expect(try own.evaluate("typeof WebViewJavascriptBridge") == "undefined")
    try own.run()
    try own.evaluate("WebViewJavascriptBridge.callHandler('h')")
    #expect(
      fixture.bridge.shouldStart("https://__wvjb_queue_message__", from: "https://evil.example")
    )
    #expect(heard == 0)
    try own.run()
    #expect(heard == 1)
    #expect(fixture.events.count { $0 == .refusedOrigin("https://evil.example") } == 3)
  }

  @Test("the same messages have the same texts in every run") func determinism() throws {
    func texts() throws -> [String] {
      let fixture = try BridgeFixture()
      var texts: [String] = []
      fixture.bridge.tap = { texts.append($1) }
      fixture.bridge.registerHandler("objcEchoToJs") { data, respond in respond(data) }
      fixture.bridge.callHandler("jsRcvResponseTest") { _ in }
      try fixture.load().run()
      return texts
    }
    let first = try texts()
    #expect(
      first == [
        #"{"handlerName":"jsRcvResponseTest","callbackId":"objc_cb_1"}"#,
        #"{"handlerName":"objcEchoToJs","data":{"foo":"bar"},"callbackId":"cb_1_1"}"#,
        #"{"responseId":"cb_1_1","responseData":{"foo":"bar"}}"#,
        #"{"handlerName":"jsRcvResponseTest","responseId":"objc_cb_1","responseData":"Response from JS"}"#,
      ]
    )
    #expect(try texts() == first)
  }
}
