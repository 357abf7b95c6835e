import KymoBridge
import KymoCore
import KymoSamples
import Testing

/// A browser on the bench: its taps, what its delegates are told, and what it shows then.
final class BrowserBench {
  let browser: Browser
  private var port: CallPort
  /// The time of the latest call, in ns.
  private(set) var now: Int64 = 0

  static let millisecond: Int64 = 1_000_000
  static let second: Int64 = 1_000_000_000

  /// Small, so that a bench is cheap to set up.
  static let rules = CallRules(limits: BridgeLimits(messageBytes: 1 << 14))

  /// A browser whose events come from outside.
  init(_ fidelity: BrowserFidelity) throws {
    browser = Browser(fidelity, nil)
    port = try CallPort(browser.map, rules: Self.rules, watches: true)
  }

  /// A browser over scripted servers.
  init(_ fidelity: BrowserFidelity, _ script: FetchScript) throws {
    browser = Browser(fidelity, BrowserLoader(ScriptedFetcher(script)))
    port = try CallPort(browser.map, rules: Self.rules, watches: true)
  }

  /// What it shows.
  var model: BrowserModel { browser.model }

  /// The buttons that are on, and the label: `SC Tap arrow to shorten`.
  var shown: String {
    (model.canShorten ? "S" : "-") + (model.canCopy ? "C" : "-") + " " + (model.label ?? "(nil)")
  }

  /// Sends the call of an event, a millisecond after the last unless a time is given.
  @discardableResult
  func send(_ event: BrowserEvent, at time: Int64? = nil) -> CallAnswer {
    now = max(time ?? now + Self.millisecond, now)
    return port.send(event.call, at: now)
  }

  /// Sends the text of a call.
  func send(_ call: String) -> CallAnswer {
    now += Self.millisecond
    return port.send(call, at: now)
  }

  /// Lets everything happen up to a time; by default all that will.
  func wait(until time: Int64? = nil) {
    if let time {
      port.advance(to: time + 1)
      now = time
      return
    }
    while let next = browser.nextEventTime {
      port.advance(to: next + 1)
      now = max(now, next)
    }
  }

  /// The commands of all events so far, with their times in ms: `webViewDidStartLoad@1`.
  func takeEvents() -> [String] {
    port.takeSteps().map {
      "\($0.command ?? "?")@\($0.event.timestamp / Self.millisecond)"
        + ($0.outcome.status == .completed ? "" : " \($0.outcome.status)")
    }
  }

  /// A page that is loaded, and its URL shortened up to the request.
  @discardableResult
  func shortening(_ page: String = "http://example.org/") -> Int64 {
    for event in [
      BrowserEvent.loadLocation(page), .didStartLoad(url: page), .didFinishLoad(url: page),
      .shortenURL,
    ] { #expect(send(event).status == .completed) }
    return orderedConnection
  }

  /// The number of the connection that was just asked for; 0 if none was.
  var orderedConnection: Int64 {
    for case .connect(let connection, _) in model.orders { return connection }
    return 0
  }

  /// The URL of the connection that was just asked for.
  var orderedURL: String? {
    for case .connect(_, let url) in model.orders { return url }
    return nil
  }

  /// An answer of a connection, in pieces.
  func answer(_ connection: Int64, status: Int64 = 200, _ pieces: [[UInt8]]) {
    send(.didReceiveResponse(connection: connection, status: status, url: ""))
    for piece in pieces { send(.didReceiveData(connection: connection, piece)) }
    send(.didFinishLoading(connection: connection))
  }
}

extension [UInt8] {
  /// The bytes of a text.
  init(text: String) { self = Array(text.utf8) }
}
