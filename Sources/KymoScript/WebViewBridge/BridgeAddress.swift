/// What the address of a navigation asks the bridge for.
enum BridgeAddress: Equatable {
  /// The page wants the bridge.
  case loaded
  /// The page has messages.
  case queue
  /// The scheme is the bridge's alone, and the rest nothing that it knows.
  case unknown

  /// Scheme and host are compared without regard to case.
  ///
  /// - Returns: nil if it is no address of the bridge.
  init?(_ url: String, version: WebViewBridge.Version) {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = url[..<colon].lowercased()
    let rest = url[url.utf8.index(after: colon)...]
    let isOwn = scheme == "wvjbscheme"
    guard isOwn || (scheme == "https" && version == .v6) else { return nil }
    guard rest.hasPrefix("//") else {
      guard isOwn, version == .v4 else { return nil }
      self = .unknown
      return
    }
    let host = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }.lowercased()
    switch host {
    case "__wvjb_queue_message__": self = .queue
    case "__bridge_loaded__" where version == .v6: self = .loaded
    default:
      guard version == .v4 else { return nil }
      self = .unknown
    }
  }
}
