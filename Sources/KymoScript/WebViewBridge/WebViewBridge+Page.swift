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
    begin(try EngineBridgedPage(context))
  }

  /// The same with a page of any kind.
  func begin(_ page: any BridgedPage) {
    detach()
    self.page = page
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
      let number = pageNumber
      let isInstalled = try page.install(
        options,
        number: number,
        report: { [weak self] in
          if let self, pageNumber == number { hear($0[0], $0[1], $0[2]) }
        },
        deliver: { [weak self] text in
          guard let self, pageNumber == number, let page = self.page else { return }
          take(text, from: page)
        }
      )
      guard isInstalled else { return tell(.notInstalled) }
    } catch { return tell(.badPage(error)) }
    tell(.installed(page: pageNumber))
    // What is sent meanwhile waits its turn.
    isStarting = true
    while self.page === page, let message = startup.popFirst() { hand(message) }
    isStarting = false
  }

  /// Gives a message to the page.
  func hand(_ message: Outgoing) {
    guard let page, page.isReady else { return }
    log("SEND", message.text)
    tap?(.toPage, message.text)
    if let id = message.id { pending[id]?.isHandedOver = true }
    page.handedOver += 1
    do throws(ScriptError) { try page.receive(message.text, options.delivery) } catch {
      tell(.scriptFailed(error))
    }
  }

  /// Hears from the page of a message that came to nothing.
  private func hear(_ kind: String?, _ detail: String?, _ reason: String?) {
    switch kind {
    case "noHandler":
      book.unhandled += 1
      tell(.noHandler(.toPage, name: detail))
    case "unknownResponse":
      book.unknownResponses += 1
      tell(.unknownResponse(.toPage, id: detail ?? ""))
    case "malformed": tell(.malformedMessage(.toPage, index: 0, reason: detail ?? ""))
    default: tell(.handlerThrew(.toPage, name: detail, reason: reason ?? ""))
    }
  }
}
