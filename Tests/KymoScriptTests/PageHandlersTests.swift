import KymoBridge
import Testing

@testable import KymoScript

/// The named handlers of a page as the link has them: which bridge is spoken, and what calls become.
@Suite struct PageHandlersTests {
  /// Commands that a page calls, and what the bridge says, with a page of its own.
  private final class Fixture {
    let handlers: PageHandlers
    var calls: [String] = []
    var notices: [PageHandlers.Notice] = []

    init(_ wanted: PageBridge?, commands: [String] = []) throws {
      handlers = PageHandlers(wanted, calls: CallRules())
      handlers.listen(to: commands) { [unowned self] name, data, respond in
        calls.append("\(name) \(data.json ?? "nothing") \(respond?.id == nil ? "" : "waits")")
        respond?(.text("yes"))
      } noting: { [unowned self] in
        notices.append($0)
      }
    }
  }

  @Test("What a page of version 4 waits for is missed only if nobody said which bridge it speaks")
  func missed() throws {
    let handlers = try Fixture(nil).handlers
    #expect(!handlers.isBridge("somethingElse") && !handlers.areMissed)
    #expect(handlers.isBridge("WebViewJavascriptBridgeReady") && handlers.areMissed)
    let told = try Fixture(.wvjb4).handlers
    #expect(told.isBridge("WebViewJavascriptBridgeReady") && !told.areMissed && told.areSpoken)
  }

  @Test("An address of the bridge tells that the page speaks it; with quickconnect none does")
  func spoken() throws {
    let found = try Fixture(nil).handlers
    #expect(!found.take("call?cmd=loc") && found.spoken == .quickconnect)
    #expect(found.take("https://__bridge_loaded__") && found.spoken == .wvjb)
    let told = try Fixture(.quickconnect).handlers
    #expect(!told.take("https://__bridge_loaded__") && !told.areSpoken)
  }

  @Test("A call's address is that of a page that calls the native side itself") func addresses()
    throws
  {
    let handlers = try Fixture(nil).handlers
    #expect(try handlers.url(of: "loc", .absent) == "call?cmd=loc")
    #expect(try handlers.url(of: "loc", #require(.init(json: "null"))) == "call?cmd=loc")
    #expect(try handlers.url(of: "say", .text("a b")) == "call?cmd=say&msg=%22a%20b%22")
    var rules = CallRules()
    rules.limits = BridgeLimits(messageBytes: 10)
    let strict = PageHandlers(nil, calls: rules)
    let long = WebViewBridge.Payload.text("ten and two more")
    #expect(throws: CallError.tooLong(limit: 10)) { try strict.url(of: "say", long) }
  }

  @Test("Calls of commands and of other names reach the native side, and what goes wrong is told")
  func calls() throws {
    let fixture = try Fixture(nil, commands: ["note"])
    let page = try PageStub(
      fixture.handlers.bridge,
      script: PageStub.version6 + """
        withBridge(bridge => {
          bridge.registerHandler('bad', () => { throw new Error('no'); });
          bridge.callHandler('note', 'x', answer => log.push(answer));
          bridge.callHandler('other', {});
        });
        """
    )
    try page.run()
    #expect(fixture.calls == [#"note "x" waits"#, "other {} "])
    #expect(page.log == #"["yes"]"#)
    let reply = try present(ReplyText(Array("handleRequest('bad',{})".utf8)))
    fixture.handlers.hand(reply, to: nil)
    try page.run()
    guard case .thrown(let exception) = fixture.notices.last else {
      Issue.record("\(fixture.notices)")
      return
    }
    #expect(exception.message.contains("the handler 'bad' has thrown"))
    fixture.handlers.bridge.observer?(.duplicateResponse(.toPage, id: "1"))
    #expect(
      fixture.notices.last == .says(ConsoleMessage(level: "bridge", text: "a second answer to 1"))
    )
    #expect(fixture.handlers.eventCount == 2, "the other name is one, too")
  }
}
