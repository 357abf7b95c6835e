extension PageLink: WebViewDelegate {
  /// The time of the run, in ns.
  var now: Int64 { view.clock.now }

  /// Gives the page its half of the bridge of named handlers, for when it asks.
  public func webViewDidCreateScripts(_ view: WebView) {
    sampling.begin(view.context)
    if let page = view.world as? ChromiumPage {
      handlers.attach(page)
      dialect?.attach(page)
    }
    guard let context = view.context else { return }
    do throws(ScriptError) {
      try handlers.attach(context)
      try dialect?.attach(context)
    } catch { failure = .script(error) }
  }

  /// An address that is a call goes to the native side, and nowhere else.
  public func webView(
    _ view: WebView,
    shouldStart url: String,
    _ navigation: NavigationType
  ) -> Bool {
    if navigation == .load || navigation == .reload { return true }
    if handlers.take(url) { return false }
    do throws(ScriptError) {
      if try dialect?.take(url) == true { return false }
    } catch { failure = failure ?? .script(error) }
    guard url.hasPrefix("call?") else { return true }
    call(url)
    return false
  }

  /// The page that is there goes, and with it what its sampler has seen.
  public func webViewDidStart(_ view: WebView) { sampling.end(view.context) }

  /// Tells the observer.
  public func webViewDidFinish(_ view: WebView) {
    handlers.bridge.pageDidFinishLoad()
    finishDialect()
    observer.pageDidFinish(at: now)
  }

  /// Says so, if it is no more than a place where the page wanted to go.
  public func webView(_ view: WebView, didFail reason: WebViewError) {
    if case .outside(let path) = reason {
      observer.page(lacks: "what is not in the folder of the app: \(path)", at: "")
    }
  }

  /// Tells the observer.
  public func webView(_ view: WebView, says message: ConsoleMessage) {
    observer.page(says: message, at: now)
  }

  /// Tells the observer, and answers as the options say.
  public func webView(_ view: WebView, asks dialog: WebDialog) -> ScriptValue {
    do throws(ScriptError) {
      if let text = try dialect?.answer(dialog) { return .string(text) }
    } catch { failure = failure ?? .script(error) }
    observer.page(asks: dialog, at: now)
    traffic.note(dialog, at: now)
    let answer = dialogs.answer(dialog)
    guard dialogs.areKept || expectation != nil else { return answer }
    let asked = PageDialog(dialog, answer: answer, at: now)
    expectation?.check(asked)
    dialogs.keep(asked)
    return answer
  }

  /// Counts it and tells the observer.
  public func webView(_ view: WebView, thrown exception: ScriptException) { note(exception) }

  /// Tells the observer.
  public func webView(_ view: WebView, lacks name: String, at place: String) {
    if !handlers.isBridge(name) { observer.page(lacks: name, at: place) }
  }

  /// A call goes to the native side.
  public func webView(_ view: WebView, calls url: String) { callMade(url) }
}
