import KymoCore

/// What a person and the phone do to the page.
extension PageLink {
  /// Keeps an act of the session for the page's next turn, which comes at that time.
  func feel(_ event: borrowing Event, message: RawSpan) {
    guard event.source == .pageInput, event.kind == .data, failure == nil, !isOver else { return }
    guard let input = PageInput(message, at: event.timestamp) else {
      let text = "an act on the page that cannot be read"
      return observer.page(says: ConsoleMessage(level: "input", text: text), at: event.timestamp)
    }
    inputs.put(input)
  }

  /// Lets the page feel what is due.
  func feelInputs(upTo time: Int64) {
    while failure == nil, let input = inputs.take(upTo: time) {
      if let reason = missing(input) {
        inputs.miss(input, reason)
        observer.page(
          says: ConsoleMessage(level: "input", text: "\(input.shown): \(reason)"),
          at: now
        )
      } else {
        inputs.note(input)
      }
    }
  }

  /// Lets the page feel an act.
  ///
  /// - Returns: why it does not; nil if it does.
  private func missing(_ input: PageInput) -> String? {
    switch input.kind {
    case .tap(let selector):
      if inputs.isPaused { return "the app is in the background" }
      var reason: String?
      attempt { () throws(WebViewError) in
        do throws(ScriptError) { reason = try view.tap(selector) } catch { throw .script(error) }
      }
      return reason
    case .pause:
      if inputs.isPaused { return "the app is in the background already" }
      tell(isIOS ? ["resign", "pause"] : ["pause"])
      setPaused(true)
      return nil
    case .resume:
      if !inputs.isPaused { return "the app is not in the background" }
      setPaused(false)
      tell(isIOS ? ["resume", "active"] : ["resume"])
      return nil
    case .back:
      if inputs.isPaused { return "the app is in the background" }
      guard inputs.hasBackButton, !isIOS else { return "an iPhone has no such button" }
      return goBack()
    }
  }

  private var isIOS: Bool { dialect?.options.platform == .ios }

  /// Whether the app tells its page of its life.
  private var tellsOfLife: Bool {
    switch dialect?.options.bridge {
    case .cordova, .capacitor: true
    default: false
    }
  }

  /// Lets the app tell its page, if it does such a thing.
  ///
  /// On a phone these events come one after the other, and a page that hears of one in a timer does so before the next.
  private func tell(_ events: [String]) {
    guard let dialect, tellsOfLife else { return }
    for event in events {
      for text in dialect.texts(ofEvent: event, "", answeredBy: nil) { put(dialectMessage(text)) }
      attempt { () throws(WebViewError) in
        try deliver()
        do throws(ScriptError) { _ = try view.runTimers(at: now) } catch { throw .script(error) }
      }
    }
  }

  private func setPaused(_ isPaused: Bool) {
    inputs.isPaused = isPaused
    device.isActive = !isPaused
    attempt { () throws(WebViewError) in
      do throws(ScriptError) { try view.show(!isPaused) } catch { throw .script(error) }
    }
  }

  /// Presses the button to go back: the app tells its page, or else the page goes a step back.
  private func goBack() -> String? {
    if tellsOfLife {
      tell(["backbutton"])
      return nil
    }
    var hasGone = false
    attempt { () throws(WebViewError) in
      do throws(ScriptError) { hasGone = try view.goBack() } catch { throw .script(error) }
    }
    return hasGone ? nil : "there is nothing to go back to, so the app would close"
  }
}

extension PageInput {
  /// It in words: "tap on #go".
  public var shown: String {
    if case .tap(let selector) = kind { return "tap on \(selector)" }
    return kind.name
  }
}
