/// The findings of the script engine's own sampler on a page, and on those that follow it.
final class PageSampling {
  private var isWanted = false
  private var texts: [String] = []

  /// Begins to look, if somebody wants that; the engine of another page is another one.
  func begin(_ context: ScriptContext?) { if isWanted { _ = context?.startSampling() } }

  /// Keeps what was seen of a page that goes.
  func end(_ context: ScriptContext?) {
    if isWanted, let text = context?.stopSampling() { texts.append(text) }
  }

  fileprivate func start(_ context: ScriptContext?) -> Bool {
    isWanted = context?.startSampling() ?? false
    return isWanted
  }

  fileprivate func stop(_ context: ScriptContext?) -> [String] {
    end(context)
    isWanted = false
    defer { texts = [] }
    return texts
  }
}

extension PageLink {
  /// Has the engine's own sampler look at the page's scripts, from now on and in pages to come.
  ///
  /// - Returns: whether this engine has one.
  public func startSampling() -> Bool { sampling.start(view.context) }

  /// Ends that.
  ///
  /// - Returns: what was seen, as the engine's JSON, a text for each page.
  public func stopSampling() -> [String] { sampling.stop(view.context) }
}
