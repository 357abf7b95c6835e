extension WebViewBridge {
  /// Begins with a new page, before its first script runs; the page before it is left.
  ///
  /// The page must have its timers already, and its document by the time it asks for the bridge.
  ///
  /// - Parameters:
  ///   - context: the page's scripts.
  ///   - origin: where it comes from; a page of an origin that the options do not name gets no bridge.
  /// - Throws: what the page's half throws, if the page lacks what it needs.
  public func attach(_ context: ScriptContext, origin: String? = nil) throws(ScriptError) {
    detach()
    guard isAllowed(origin) else { return tell(.refusedOrigin(origin ?? "")) }
    page = try BridgedPage(context)
    pageNumber += 1
  }

  /// Leaves the page: what it has not dispatched, not handed over and not answered is lost with it.
  public func detach() {
    guard let page else { return }
    self.page = nil
    var losses = Losses(
      toPage: page.handedOver - page.dispatched,
      toNative: page.sent - page.taken,
      pageAnswers: page.pending
    )
    for (id, answer) in pending where answer.isHandedOver {
      pending[id] = nil
      losses.answers += 1
    }
    if losses.answers > 0 { dropped = max(dropped, lastID) }
    book.toPage.delivered += page.dispatched
    book.toPage.lostByReload += losses.toPage
    book.toNative.sent += page.sent - page.taken
    book.toNative.lostByReload += losses.toNative
    book.answers.lostByReload += losses.answers
    if !losses.isNothing { tell(.droppedByReload(losses)) }
  }

  /// Is to be asked at every navigation, of frames too.
  ///
  /// - Parameters:
  ///   - url: where it leads.
  ///   - origin: who wants it, if that is known; only those that the options name are heard.
  /// - Returns: true if it was for the bridge, and is not to be followed.
  @discardableResult
  public func shouldStart(_ url: String, from origin: String? = nil) -> Bool {
    guard let address = BridgeAddress(url, version: options.version) else { return false }
    guard origin == nil || isAllowed(origin) else {
      tell(.refusedOrigin(origin ?? ""))
      return true
    }
    switch address {
    case .loaded: install()
    case .queue: flush()
    case .unknown: tell(.unknownCommand(url: url))
    }
    return true
  }

  /// The page has loaded, with all that it asked for: version 4 brings the bridge now.
  public func pageDidFinishLoad() {
    if options.version == .v4 { install() }
  }

  private func isAllowed(_ origin: String?) -> Bool {
    guard let origins = options.origins else { return true }
    return origin.map { origins.contains($0) } ?? false
  }

  /// Brings the bridge to the page, and hands over what waits.
  private func install() {
    guard let page, !page.isReady else { return }
    do throws(ScriptError) {
      let installed = try page.install.call([
        .object(makeReport(page.context)), .object(makeDeliver(page.context)),
        .number(Double(options.version.rawValue)), .number(Double(pageNumber)),
        .object(page.counts), .boolean(options.signal == .frame),
        .number(Double(options.batchCharacters)),
      ])
      guard let ports = installed.object else { return tell(.notInstalled) }
      page.fetch = try ports.get("fetch").object
      page.receive = try ports.get("receive").object
    } catch { return tell(.badPage(error)) }
    tell(.installed(page: pageNumber))
    // What is sent meanwhile waits its turn.
    isStarting = true
    while self.page === page, let message = startup.popFirst() { hand(message) }
    isStarting = false
  }

  /// Gives a message to the page.
  func hand(_ message: Outgoing) {
    guard let page, let receive = page.receive else { return }
    log("SEND", message.text)
    tap?(.toPage, message.text)
    if let id = message.id { pending[id]?.isHandedOver = true }
    page.handedOver += 1
    do throws(ScriptError) {
      switch options.delivery {
      case .functionCall:
        try message.text.withRawText { (text) throws(ScriptError) in try receive.call(utf8: text) }
      case .evaluation:
        try page.context.evaluate(
          "WebViewJavascriptBridge._handleMessageFromObjC("
            + MessageText.literal(message.text) + ");",
          name: "bridge"
        )
      }
    } catch { tell(.scriptFailed(error)) }
  }

  /// Makes the function by which the page tells of messages that came to nothing.
  private func makeReport(_ context: ScriptContext) -> ScriptObject {
    let page = pageNumber
    return context.makeFunction { [weak self] arguments in
      guard let self, pageNumber == page else { return .undefined }
      let detail = arguments.string(1)
      switch arguments.string(0) {
      case "noHandler":
        book.unhandled += 1
        tell(.noHandler(.toPage, name: detail))
      case "unknownResponse":
        book.unknownResponses += 1
        tell(.unknownResponse(.toPage, id: detail ?? ""))
      case "malformed": tell(.malformedMessage(.toPage, index: 0, reason: detail ?? ""))
      default: tell(.handlerThrew(.toPage, name: detail, reason: arguments.string(2) ?? ""))
      }
      return .undefined
    }
  }

  /// Takes the messages of a page that does without a frame.
  private func makeDeliver(_ context: ScriptContext) -> ScriptObject {
    let page = pageNumber
    return context.makeFunction { [weak self] arguments in
      guard let self, pageNumber == page, let page = self.page else { return .undefined }
      take(arguments.string(0), from: page)
      return .undefined
    }
  }
}
