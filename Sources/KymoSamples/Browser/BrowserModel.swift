import KymoBridge
public import KymoCore
import KymoHTTP

/// The state of a ``Browser``, and how every event changes it: the view controller of the book.
///
/// | event | state after | shorten | copy | label | field |
/// |---|---|---|---|---|---|
/// | launch | idle | off | off | "Tap arrow to shorten" | empty |
/// | `loadLocation` | | | | | what was typed |
/// | `webViewDidStartLoad` | loading | off | | | |
/// | `webViewDidFinishLoad` | loaded | on | | | the URL of the request |
/// | `didFailLoadWithError` | failed, an alert | | | | |
/// | `shortenURL` | shortening | off | | | |
/// | `didReceiveData` | | | | | |
/// | `connectionDidFinishLoading` | shortened | | on | the text that came | |
/// | `connectionDidFailWithError` | loaded | on | off | "failed" | |
/// | `copyURL` | the clipboard is the label | | | | |
///
/// That is ``BrowserFidelity/faithful``. What ``BrowserFidelity/fixed`` does otherwise stands in
/// `BrowserModel+Fixed.swift`.
public struct BrowserModel: Sendable, Equatable {
  /// Where it stands.
  public enum State: String, Sendable {
    case idle, loading, loaded, failed, shortening, shortened
  }

  /// An alert with one button.
  public struct Alert: Sendable, Equatable {
    /// The title.
    public var title: String
    /// The message.
    public var message: String
    /// The button's text.
    public var button: String
  }

  /// The longest answer of a shortening service that is collected, in bytes.
  public static var maximumAnswerBytes: Int { 1 << 13 }
  /// The text of the label before anything was shortened.
  public static var hint: String { "Tap arrow to shorten" }
  /// The account of the shortening service.
  static var accountKey: String { "kymograph" }

  /// Whose rules hold.
  public let fidelity: BrowserFidelity
  /// Where it stands.
  public internal(set) var state = State.idle
  /// Whether the button that shortens is on.
  public internal(set) var canShorten = false
  /// Whether the button that copies is on.
  public internal(set) var canCopy = false
  /// The label in the middle; nil for one that was set to no text.
  public internal(set) var label: String? = Self.hint
  /// The field with the address.
  public internal(set) var field = ""
  /// The alert, until the user taps something else.
  public internal(set) var alert: Alert?
  /// The clipboard's text; nil if nothing was copied.
  public internal(set) var clipboard: String?
  /// The URL of the web view's request; nil before the first page.
  public internal(set) var page: String?
  /// The orders of the event that was just handled.
  public internal(set) var orders: [BrowserOrder] = []

  /// The number of the latest connection; 0 for none.
  var connection: Int64 = 0
  /// The bytes that a connection has sent; nil before the first.
  var answer: [UInt8]?
  /// Fixed: whether the latest connection is under way, and the status that it has had.
  var isShortening = false
  var status: Int64?
  /// Fixed: how many loads are under way, frames included, and how many of this page have ended well.
  var loads = 0
  var loaded = 0
  /// Events of a connection that is not the latest.
  var strays: UInt64 = 0

  /// A browser that was just launched.
  public init(_ fidelity: BrowserFidelity = .faithful) { self.fidelity = fidelity }

  /// Changes what is shown.
  ///
  /// A button that is off is the caller's to look at: ``allows(_:)``.
  ///
  /// - Throws: `tooLong` for an answer of more than ``maximumAnswerBytes``.
  public mutating func apply(_ event: BrowserEvent) throws(HandlerError) {
    orders = []
    switch event {
    case .loadLocation(let text):
      alert = nil
      if let text { field = text }
      orders = [.load(location(field))]
    case .followLink(let url):
      // Not implemented in the book, which means that the link may be followed.
      alert = nil
      orders = [.load(location(url))]
    case .shortenURL: shorten()
    case .copyURL:
      alert = nil
      clipboard = label
    case .didReceiveData(let connection, let bytes) where isHeard(connection):
      guard (answer?.count ?? 0) + bytes.count <= Self.maximumAnswerBytes else { throw .tooLong }
      answer?.append(contentsOf: bytes)  // To send a message to nil does nothing.
    case .didReceiveData: strays += 1
    default: fidelity == .faithful ? applyFaithfully(event) : applyFixed(event)
    }
  }

  /// Whether the button behind an event is on; true for what is no button.
  public func allows(_ command: BrowserCommand) -> Bool {
    switch command {
    case .shortenURL: canShorten
    case .copyURL: canCopy
    default: true
    }
  }

  private mutating func applyFaithfully(_ event: BrowserEvent) {
    switch event {
    case .didStartLoad:
      canShorten = false
      state = .loading
    case .didFinishLoad(let url):
      canShorten = true
      (field, page) = (url, url)
      state = .loaded
    case .didFailLoad(let description, _): fail(description)
    case .didReceiveResponse: break  // The delegate has no such method.
    case .didFinishLoading:
      label = answer.flatMap { String(validating: $0, as: UTF8.self) }
      canCopy = true
      state = .shortened
    case .didFail: failToShorten()
    default: break
    }
  }

  private mutating func shorten() {
    alert = nil
    connection += 1
    answer = []
    canShorten = false
    state = .shortening
    let long = page ?? "(null)"
    if fidelity == .faithful {
      let escaped = PercentEscapes.encode(long, keeping: PercentEscapes.isLeftByCocoa)
      orders = [.connect(connection, "http://" + Self.service + escaped)]
    } else {
      forgetAnswer()
      (isShortening, status) = (true, nil)
      let escaped = PercentEscapes.encode(long, keeping: PercentEscapes.isUnreserved)
      orders = [.connect(connection, "https://" + Self.service + escaped)]
    }
  }

  private static var service: String { "api.x.co/Squeeze.svc/text/\(accountKey)?url=" }

  mutating func fail(_ description: String) {
    alert = Alert(
      title: "Could not load URL",
      message: "A problem occurred trying to load this page: " + description,
      button: "That's Sad"
    )
    state = .failed
  }

  mutating func failToShorten() {
    label = "failed"
    canCopy = false
    canShorten = true
    state = .loaded
  }

  /// The URL that a typed text stands for; nil if it cannot be one.
  private func location(_ text: String) -> String? {
    var url = text
    if !url.hasPrefix("http:"), !url.hasPrefix("https:") {
      if !url.hasPrefix("//") { url = "//" + url }
      url = "http:" + url
    }
    if url.utf8.allSatisfy(PercentEscapes.isVisible) { return url }
    if fidelity == .faithful { return nil }
    return PercentEscapes.encode(url, keeping: PercentEscapes.isVisible)
  }
}
