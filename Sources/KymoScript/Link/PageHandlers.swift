import KymoBridge

/// The named handlers of a page, WebViewJavascriptBridge, and which of the bridges the page speaks.
///
/// The app's commands are the handlers of the native side: a call of one is the call that the native side knows.
public final class PageHandlers {
  /// The meaning of an event of the bridge to whoever looks at the page.
  enum Notice: Equatable {
    /// A handler of the page has thrown.
    case thrown(ScriptException)
    /// A message came to nothing.
    case says(ConsoleMessage)
  }

  /// A call of the page: the name of a command, what it gets, and what answers; nil if nobody waits.
  typealias Call = (String, WebViewBridge.Payload, WebViewBridge.Responder?) -> Void

  /// The bridge, which is used if the page asks for it.
  public let bridge: WebViewBridge
  /// Which bridge the page speaks, as far as that is known.
  public private(set) var spoken: PageBridge
  /// How many messages came to nothing, beside those for which the page has no handler.
  public private(set) var eventCount: UInt64 = 0
  private let wanted: PageBridge?
  private var isAwaited = false
  private var call: Call?
  private var encoder: CallEncoder

  /// A bridge that no page has asked for.
  ///
  /// - Parameters:
  ///   - wanted: which bridge the page speaks; nil to find out.
  ///   - calls: how calls are written.
  init(_ wanted: PageBridge?, calls: CallRules) {
    self.wanted = wanted
    spoken = wanted ?? .quickconnect
    encoder = CallEncoder(base: "", mode: calls.mode, limits: calls.limits)
    var options = WebViewBridge.Options()
    if wanted == .wvjb4 { options.version = .v4 }
    bridge = WebViewBridge(options: options)
  }

  /// The command that takes messages without a name, which pages of version 4 send.
  static var namelessCommand: String { "message" }

  /// The event that a page of version 4 waits for, as the scripts say it.
  private static var awaitedBridge: String { "WebViewJavascriptBridgeReady" }

  /// Whether the page speaks it, as far as that is known.
  var areSpoken: Bool { spoken != .quickconnect }

  /// Whether the page waits for the bridge that version 4 brings, and got none.
  public var areMissed: Bool { isAwaited && wanted == nil && !areSpoken }

  // MARK: The page's calls

  /// Hands the page's calls, and what the bridge could not do, to somebody.
  ///
  /// - Parameters:
  ///   - commands: the names of the app's commands.
  ///   - call: gets the calls, those of names that are no commands included.
  ///   - note: gets the rest.
  func listen(
    to commands: [String],
    _ call: @escaping Call,
    noting note: @escaping (Notice) -> Void
  ) {
    self.call = call
    for command in commands {
      bridge.registerHandler(command) { data, respond in call(command, data, respond) }
    }
    if commands.contains(Self.namelessCommand) {
      bridge.setDefaultHandler { data, respond in call(Self.namelessCommand, data, respond) }
    }
    bridge.unhandled = { name, data in
      // Nobody answers, as with the phone's library; the app's outcome is that the command is unknown.
      call(name ?? Self.namelessCommand, data, nil)
    }
    bridge.observer = { [unowned self] event in
      if let notice = notice(of: event) { note(notice) }
    }
  }

  /// The URL of a call, as the native side knows it.
  ///
  /// - Throws: ``CallError/tooLong(limit:)``.
  func url(of command: String, _ data: WebViewBridge.Payload) throws(CallError) -> String {
    try encoder.encode(command: command, message: data.json == "null" ? nil : data.json)
    return encoder.text
  }

  /// Answers a call; if nobody waits, calls a handler of the page, or its default handler if the name is empty.
  ///
  /// What the page answers is a call of the command that the reply names for it.
  func hand(_ reply: ReplyText, to respond: WebViewBridge.Responder?) {
    let data = WebViewBridge.Payload(json: reply.json) ?? .absent
    if let respond { return respond(data) }
    var callback: WebViewBridge.Callback?
    if let command = reply.answer {
      callback = { [unowned self] answer in call?(command, answer, nil) }
    }
    if reply.command.isEmpty {
      bridge.send(data, callback)
    } else {
      bridge.callHandler(reply.command, data, callback)
    }
  }

  /// Returns the meaning of an event of the bridge; nil if others say it.
  private func notice(of event: WebViewBridge.Event) -> Notice? {
    switch event {
    // What the page's own half says on the console, or the ledger does.
    case .installed, .droppedByReload, .droppedByReset, .noHandler(.toPage, _): return nil
    case .handlerThrew(.toPage, let name, let reason):
      let place = name.map { "the handler '\($0)'" } ?? "a callback"
      return .thrown(
        ScriptException(
          name: "Error",
          message: "\(place) has thrown: \(reason)",
          source: "",
          line: 0,
          column: 0
        )
      )
    default:
      eventCount += 1
      return .says(ConsoleMessage(level: "bridge", text: "\(event)"))
    }
  }

  // MARK: The page

  /// Gives a new page its half, for when it asks.
  ///
  /// - Throws: a limit that a script ran into.
  func attach(_ context: ScriptContext) throws(ScriptError) {
    guard wanted != .quickconnect else { return }
    try bridge.attach(context)
  }

  /// Gives a new page in a browser its half.
  func attach(_ page: ChromiumPage) {
    guard wanted != .quickconnect else { return }
    let half = ChromiumBridgedPage(page)
    bridge.begin(half)
    page.bridged = half
    page.onMessages = { [unowned bridge] in bridge.flush() }
  }

  /// Whether an address is a message of the bridge, which is taken.
  func take(_ url: String) -> Bool {
    guard wanted != .quickconnect, bridge.shouldStart(url) else { return false }
    if wanted == nil { spoken = .wvjb }
    return true
  }

  /// Whether what a page lacks is the bridge that version 4 brings, which is remembered.
  func isBridge(_ name: String) -> Bool {
    guard name == Self.awaitedBridge else { return false }
    isAwaited = true
    return true
  }
}
