/// The native half of WebViewJavascriptBridge: named handlers on both sides of a web view, and messages between them.
///
///     let bridge = WebViewBridge()
///     bridge.registerHandler("now") { data, respond in respond(.text("10:42")) }
///     bridge.callHandler("greet", .text("page")) { answer in print(answer.json ?? "nothing") }
///     try bridge.attach(context)              // a new page, before its first script
///     bridge.shouldStart(url)                 // asked at every navigation; true: it was the bridge's
///
/// It belongs to the thread of the page. What is sent while there is no page, or while the page has not asked for the
/// bridge yet, waits and is handed over in order. A page that goes takes along what it has not dispatched, and the
/// answers that it owes: the ``ledger`` counts both, and the ``observer`` is told.
public final class WebViewBridge {
  /// A function that gets a message's data, and answers if the sender wants an answer.
  public typealias Handler = (_ data: Payload, _ respond: Responder) throws -> Void
  /// A function that gets an answer.
  public typealias Callback = (_ answer: Payload) -> Void

  /// How it works.
  public let options: Options
  /// Told of whatever upstream loses, ignores or crashes at.
  public var observer: ((Event) -> Void)?
  /// Gets a line per message, cut as the options say; nothing is logged while it is nil.
  public var logger: ((String) -> Void)?
  /// Gets the whole text of every message: one for the page when it is handed over, one of the page when it is taken.
  public var tap: ((Direction, String) -> Void)?

  /// Told of messages that nobody handles, with their data; they stay without an answer.
  public var unhandled: ((_ name: String?, _ data: Payload) -> Void)?

  var handlers: [String: Handler] = [:]
  var defaultHandler: Handler?
  var pending: [Int: Pending] = [:]
  /// The number of the last message that wanted an answer; it never goes back.
  var lastID = 0
  /// The messages that wait for a page, in order.
  var startup: ArraySlice<Outgoing> = []
  var isStarting = false
  var page: (any BridgedPage)?
  /// The number of the page, from 1; 0 before the first.
  public internal(set) var pageNumber = 0
  /// The ledger of the messages of earlier pages, and of all that the page need not say.
  var book = Ledger()
  /// Numbers of messages up to this one may have been dropped by a reset or with a page.
  var dropped = 0
  var reader: QueueReader
  /// The messages that pages have handed over and that are not handled yet.
  var arrived: ArraySlice<Arrival> = []
  var isFlushing = false
  var mustFlushAgain = false

  /// A message for the page.
  struct Outgoing {
    var text: String
    /// The number of the answer that it wants; nil if it wants none.
    var id: Int?
  }

  /// The text of a page's queue.
  struct Arrival {
    var text: String?
    /// How many messages it holds, as the page counts.
    var count: UInt64
  }

  /// An answer that is waited for.
  struct Pending {
    var callback: Callback
    /// Whether the page has got the message.
    var isHandedOver: Bool
  }

  /// A bridge without a page.
  ///
  /// - Parameters:
  ///   - options: how it works.
  ///   - handler: gets messages without a name, as pages of version 4 send them.
  public init(options: Options = Options(), defaultHandler handler: Handler? = nil) {
    self.options = options
    defaultHandler = handler
    reader = QueueReader(maximumBytes: options.maximumQueueBytes)
  }

  // MARK: Handlers

  /// Has messages of a name handled; a second handler of the same name replaces the first.
  public func registerHandler(_ name: String, _ handler: @escaping Handler) {
    handlers[name] = handler
  }

  /// Has messages without a name handled, as pages of version 4 send them; nil for none.
  public func setDefaultHandler(_ handler: Handler?) { defaultHandler = handler }

  /// Handles messages of a name no more.
  public func removeHandler(_ name: String) { handlers[name] = nil }

  // MARK: Messages

  /// Calls a handler of the page.
  ///
  /// - Parameters:
  ///   - name: which.
  ///   - data: what it gets.
  ///   - callback: called with its answer, once; nil if none is wanted.
  public func callHandler(
    _ name: String,
    _ data: Payload = .absent,
    _ callback: Callback? = nil
  ) { send(name: name, data, callback) }

  /// Sends data to the default handler of the page, of version 4.
  ///
  /// - Parameters:
  ///   - data: what it gets.
  ///   - callback: called with its answer, once; nil if none is wanted.
  public func send(_ data: Payload, _ callback: Callback? = nil) { send(name: nil, data, callback) }

  /// Has the page dispatch messages at once and not by a timer; alerts of a handler then block native code.
  public func disableAlertBoxSafetyTimeout() {
    callHandler("_disableJavascriptAlertBoxSafetyTimeout")
  }

  /// Forgets what waits for a page, and the answers that are waited for.
  ///
  /// Handlers stay, and numbers of messages go on: an answer that comes late meets no other callback.
  public func reset() {
    let losses = Losses(toPage: UInt64(startup.count), answers: UInt64(pending.count))
    book.toPage.lostByReset += losses.toPage
    book.answers.lostByReset += losses.answers
    startup.removeAll()
    pending.removeAll()
    dropped = lastID
    if !losses.isNothing { tell(.droppedByReset(losses)) }
  }

  /// The fate of all messages up to now.
  public var ledger: Ledger {
    var ledger = book
    ledger.toPage.waiting = UInt64(startup.count)
    ledger.answers.waiting = UInt64(pending.count)
    if let page {
      ledger.toPage.delivered += page.dispatched
      ledger.toPage.waiting += page.handedOver - page.dispatched
      ledger.toNative.sent += page.sent - page.taken
      ledger.toNative.waiting += page.sent - page.taken
    }
    for arrival in arrived { ledger.toNative.waiting += arrival.count }
    return ledger
  }

  private func send(name: String?, _ data: Payload, _ callback: Callback?) {
    var id: Int?
    if let callback {
      lastID += 1
      id = lastID
      pending[lastID] = Pending(callback: callback, isHandedOver: false)
      book.answers.wanted += 1
    }
    queue(Outgoing(text: MessageText.request(name: name, data: data, id: id), id: id))
  }

  func queue(_ message: Outgoing) {
    book.toPage.sent += 1
    if page?.isReady == true, !isStarting { hand(message) } else { startup.append(message) }
  }

  func tell(_ event: Event) { observer?(event) }

  func log(_ action: String, _ text: String) {
    guard let logger else { return }
    let limit = options.logMaximumLength
    // The limit counts UTF-16, as texts of the phone do; half of a pair is not written.
    guard text.utf16.count > limit else { return logger("WVJB \(action): \(text)") }
    var end = text.utf16.index(text.utf16.startIndex, offsetBy: limit)
    while String.Index(end, within: text.unicodeScalars) == nil {
      end = text.utf16.index(before: end)
    }
    logger("WVJB \(action): \(text[..<end]) [...]")
  }
}
