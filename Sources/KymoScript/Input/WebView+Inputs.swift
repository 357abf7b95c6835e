/// What a person and the phone do to a page.
extension WebView {
  /// Taps the first element that a CSS selector finds, as a finger does.
  ///
  /// The page sees the events that Chromium makes of a tap, one in each turn, and what belongs to them: the focus moves, a
  /// button is pressed, a link is followed.
  ///
  /// - Parameter selector: looked up in the document, and then in its shadow trees.
  /// - Returns: why nothing was tapped, as a clause; nil if something was.
  /// - Throws: a limit that a script ran into.
  public func tap(_ selector: String) throws(ScriptError) -> String? {
    guard let world = world as? WebWorld else { return "the page is not there yet" }
    let reason = try world.value(of: "tap", [.string(selector)]).string ?? ""
    guard reason.isEmpty else { return reason }
    while try world.value(of: "touch", []).boolean == true {}
    try lookForTurns()
    return nil
  }

  /// Shows the page, or hides it since its app goes to the background; it stays so on the pages that follow.
  ///
  /// - Throws: a limit that a script ran into.
  public func show(_ isShown: Bool) throws(ScriptError) {
    isHidden = !isShown
    try (world as? WebWorld)?.call("show", [.boolean(isShown)])
    try lookForTurns()
  }

  /// Goes a step back in the page's history.
  ///
  /// - Returns: false if there is none.
  /// - Throws: a limit that a script ran into.
  public func goBack() throws(ScriptError) -> Bool {
    guard let world = world as? WebWorld else { return false }
    let hasGone = try world.value(of: "goBack", []).boolean ?? false
    try lookForTurns()
    return hasGone
  }

  /// Looks for a text that is no CSS selector.
  ///
  /// - Parameters:
  ///   - selectors: the texts.
  ///   - page: the path of the page that is going to be loaded.
  /// - Returns: the first that is none; nil if all are selectors.
  /// - Throws: that the page's folder cannot be read; a limit that a script ran into.
  public func wrongSelector(
    among selectors: [String],
    for page: String
  ) throws(WebViewError) -> String? {
    guard !selectors.isEmpty else { return nil }
    let site = WebSite(files: try AppFolder(of: page))
    do throws(ScriptError) {
      let world = try WebWorld(self, site)
      for selector in selectors
      where try world.value(of: "isSelector", [.string(selector)]).boolean != true {
        return selector
      }
      return nil
    } catch { throw .script(error) }
  }
}
