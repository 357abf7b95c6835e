import Foundation
import KymoBridge
import KymoCore
import KymoRecording
import KymoScript
import KymoText

/// Round trips of a dialect: a page calls a command of an app, gets the answer, and calls again.
struct DialectRounds {
  /// Answers each call with what it got.
  final class Echo: App {
    static let name = "Echo"

    init(_ setup: AppSetup) {}

    var map: CommandMap {
      var map = CommandMap()
      map.view("Echo.echo") { exchange in
        try exchange.reply(calling: "echo", ["value": .unsigned(7)])
        return .proceed
      }
      return map
    }
  }

  /// Sees what a page throws, which ends the benchmark.
  final class Nobody: PageObserver {
    var last = ""

    func page(says message: ConsoleMessage, at time: Int64) { last = message.text }
    func page(asks dialog: WebDialog, at time: Int64) {}
    func page(thrown exception: ScriptException, at time: Int64) { fatalError("\(exception)") }
    func page(lacks name: String, at place: String) {}
    func pageDidFinish(at time: Int64) {}
  }

  private let bridge: PageBridge
  private let delivery: WebViewBridge.Delivery
  private let folder: URL

  private static func page(_ bridge: PageBridge, _ rounds: Int) -> String {
    let call =
      switch bridge {
      case .cordova: "cordova.require('cordova/exec')(next, next, 'Echo', 'echo', [rounds]);"
      case .capacitor: "Capacitor.nativePromise('Echo', 'echo', { rounds }).then(next);"
      default: "webkit.messageHandlers['Echo.echo'].postMessage(rounds); "
      }
    let head = bridge == .cordova ? "<script src=\"cordova.js\"></script>" : ""
    let start =
      bridge == .cordova ? "document.addEventListener('deviceready', go);" : "setTimeout(go, 0);"
    return """
      <!doctype html><html><head>\(head)</head><body><script>
      var rounds = 0;
      function go() { \(call) }
      function next(value) {
        if (value.value !== 7) throw new Error('another value');
        rounds += 1;
        if (rounds < \(rounds)) go(); else console.log('done ' + rounds);
      }
      function echo(value) { next(value); }
      \(start)
      </script></body></html>
      """
  }

  /// Writes the page.
  ///
  /// - Throws: what the file system says.
  init(_ bridge: PageBridge, _ delivery: WebViewBridge.Delivery, rounds: Int) throws {
    self.bridge = bridge
    self.delivery = delivery
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "kymograph-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(Self.page(bridge, rounds).utf8).write(to: folder.appendingPathComponent("index.html"))
  }

  /// Loads the page, and measures its round trips.
  ///
  /// - Returns: how long they took, in s.
  /// - Throws: what the page throws.
  func run(_ rounds: Int) throws -> Double {
    let instance = try AppInstance(Echo.self)
    let observer = Nobody()
    var dialect = PageDialect.Options(bridge)
    dialect.delivery = delivery
    var options = PageLink.Options()
    options.dialect = dialect
    var web = WebViewOptions()
    web.limits.seconds = .infinity
    let link = PageLink(
      to: instance,
      clock: ScriptClock(now: 0),
      web: web,
      options: options,
      observer: observer
    )
    try link.load(folder.appendingPathComponent("index.html").path)
    let run = PageRun(table: instance.table, link: link, sink: NoSink(), arenaBytes: 1 << 16)
    let clock = MonotonicClock()
    let begin = clock.now
    _ = run.run(nil, from: 0)
    let seconds = Double(clock.now - begin) / 1e9
    guard observer.last == "done \(rounds)" else { fatalError("it ended with \(observer.last)") }
    return seconds
  }

  /// Removes the page.
  func remove() { try? FileManager.default.removeItem(at: folder) }
}
