import KymoBridge
import KymoCore
import KymoRecording
import KymoTestSupport
import KymoText
import Testing

@testable import KymoScript

/// An app and a page that speak WebViewJavascriptBridge: all that its library can do is there for both.
@Suite("An app's side of WebViewJavascriptBridge") final class BridgedAppTests {
  /// Answers calls and messages without a name, and asks the page when it says "start".
  final class Asking: App {
    static let name = "Asking"
    private(set) var got: [String] = []

    init(_ setup: AppSetup) {}

    var map: CommandMap {
      var map = CommandMap()
      map.view("start") { exchange in
        try exchange.reply(calling: "ask", ["n": 1], answeredBy: "got", to: .unsolicited)
        return .proceed
      }
      map.view("tell") { exchange in
        try exchange.reply(calling: "", "from native", answeredBy: "got", to: .unsolicited)
        return .proceed
      }
      map.view("message") { [self] exchange in
        got.append("message \(try exchange.string(at: 1))")
        try exchange.reply(calling: "message", "native heard")
        return .proceed
      }
      map.view("got") { [self] exchange in
        got.append("got \(try exchange.string(at: 1))")
        return .proceed
      }
      return map
    }
  }

  /// Keeps what a page says.
  final class Listener: PageObserver {
    var lines: [String] = []

    func page(says message: ConsoleMessage, at time: Int64) { lines.append(message.text) }
    func page(asks dialog: WebDialog, at time: Int64) {}
    func page(thrown exception: ScriptException, at time: Int64) { lines.append("\(exception)") }
    func page(lacks name: String, at place: String) {}
    func pageDidFinish(at time: Int64) {}
  }

  private weak var last: PageLink?

  private static let page = """
    <!doctype html><title>t</title><script>
    document.addEventListener('WebViewJavascriptBridgeReady', function (event) {
      var bridge = event.bridge;
      bridge.init(function (message, respond) {
        console.log('default', JSON.stringify(message));
        respond('page heard');
      });
      bridge.registerHandler('ask', function (data, respond) {
        console.log('asked', JSON.stringify(data));
        respond('answer ' + data.n);
      });
      bridge.callHandler('start', {});
      bridge.callHandler('tell', {});
      bridge.send('hello', function (answer) { console.log('answered', answer); });
      bridge.send('no callback');
    });
    </script>
    """

  @Test("T1 to T5: calls with answers both ways, and default handlers on both sides")
  func upstream() throws {
    try talk()
    #expect(last == nil, "the page goes with its run")
  }

  private func talk() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.page, to: "index.html")
    let instance = try AppInstance(Asking.self)
    let listener = Listener()
    var options = PageLink.Options()
    options.bridge = .wvjb4
    let link = PageLink(
      to: instance,
      clock: ScriptClock(now: 0),
      web: WebViewOptions(),
      options: options,
      observer: listener
    )
    last = link
    try link.load(folder.path + "/index.html")
    let run = PageRun(table: instance.table, link: link, sink: NoSink(), arenaBytes: 1 << 16)
    _ = run.run(nil, from: 0)
    #expect(
      listener.lines == [
        #"asked {"n":1}"#, #"default "from native""#, "answered native heard",
        // Nobody waits for an answer to the second message, so that the reply is a call of the page.
        "WebViewJavascriptBridge: WARNING: no handler for message from ObjC: {handlerName: message, data: native heard}",
      ]
    )
    let app = instance.app as? Asking
    #expect(
      app?.got == ["message hello", "message no callback", "got answer 1", "got page heard"]
    )
    #expect(link.traffic.ledger.toNative.delivered == 6 && link.traffic.ledger.isBalanced)
  }
}
