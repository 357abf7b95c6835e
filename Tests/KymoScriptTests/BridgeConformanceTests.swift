import KymoScript
import KymoText
import Testing

/// Upstream's own tests, T1 to T6, for every way to reach the page.
@Suite struct BridgeConformanceTests {
  struct Way: Sendable, CustomTestStringConvertible {
    var delivery: WebViewBridge.Delivery
    var signal: WebViewBridge.Signal
    var navigatesAtOnce: Bool

    var testDescription: String {
      "\(delivery), \(signal), \(navigatesAtOnce ? "at once" : "later")"
    }

    var options: WebViewBridge.Options {
      var options = WebViewBridge.Options()
      options.delivery = delivery
      options.signal = signal
      return options
    }

    static let all = WebViewBridge.Delivery.allCases.flatMap { delivery in
      WebViewBridge.Signal.allCases.flatMap { signal in
        [false, true].map { Way(delivery: delivery, signal: signal, navigatesAtOnce: $0) }
      }
    }
  }

  private func page(_ bridge: WebViewBridge, _ way: Way) throws -> PageStub {
    try PageStub(bridge, navigatesAtOnce: way.navigatesAtOnce)
  }

  @Test("T1: a call before the page loads is answered", arguments: Way.all)
  func echoHandler(_ way: Way) throws {
    let bridge = WebViewBridge(options: way.options)
    var answers: [String?] = []
    bridge.callHandler("echoHandler", .text("testEchoHandler")) { answers.append($0.text) }
    let page = try page(bridge, way)
    #expect(answers.isEmpty)
    try page.run()
    #expect(answers == ["testEchoHandler"])
    #expect(bridge.ledger.isBalanced)
    #expect(bridge.ledger.answers.waiting == 0)
  }

  @Test("T2: a call after the set-up is answered", arguments: Way.all)
  func echoHandlerAfterSetup(_ way: Way) throws {
    let bridge = WebViewBridge(options: way.options)
    let page = try page(bridge, way)
    try page.run()
    var answers: [String?] = []
    bridge.callHandler("echoHandler", .text("testEchoHandler")) { answers.append($0.text) }
    try page.run()
    #expect(answers == ["testEchoHandler"])
  }

  @Test("T3a-d: what goes out comes back equal", arguments: Way.all)
  func objectEncoding(_ way: Way) throws {
    let values: [JSONText] = [
      "A string sent over the wire", "A string with '\"'/\\", [1, 2, 3], ["a": 1, "b": 2],
    ]
    let bridge = WebViewBridge(options: way.options)
    var answers: [String?] = []
    for value in values {
      bridge.callHandler("echoHandler", WebViewBridge.Payload(value)) { answers.append($0.json) }
    }
    try page(bridge, way).run()
    #expect(answers == values.map { WebViewBridge.Payload($0).json })
  }

  @Test("T4: a round trip within a round trip", arguments: Way.all)
  func javascriptReceiveResponse(_ way: Way) throws {
    try receiveResponse(way, isSafe: true)
  }

  @Test("T5: the same without the safety timeout", arguments: Way.all)
  func javascriptReceiveResponseWithoutSafetyTimeout(_ way: Way) throws {
    try receiveResponse(way, isSafe: false)
  }

  private func receiveResponse(_ way: Way, isSafe: Bool) throws {
    let bridge = WebViewBridge(options: way.options)
    if !isSafe { bridge.disableAlertBoxSafetyTimeout() }
    bridge.registerHandler("objcEchoToJs") { data, respond in respond(data) }
    var answers: [String?] = []
    bridge.callHandler("jsRcvResponseTest") { answers.append($0.text) }
    let page = try page(bridge, way)
    try page.run()
    #expect(answers == ["Response from JS"])
    #expect(bridge.ledger.isBalanced)
  }

  @Test("T6: an address that is not the bridge's is followed", arguments: Way.all)
  func webpageLoad(_ way: Way) throws {
    let bridge = WebViewBridge(options: way.options)
    let page = try page(bridge, way)
    try page.evaluate(
      """
      const frame = document.createElement('iframe');
      frame.src = 'https://example.com';
      document.documentElement.appendChild(frame);
      """
    )
    try page.run()
    #expect(page.followed == ["https://example.com"])
  }
}
