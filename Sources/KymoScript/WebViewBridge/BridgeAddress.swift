/// The request that the address of a navigation makes to the bridge.
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
    let bytes = url.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let isOwn = Self.is(bytes[..<colon], "wvjbscheme")
    guard isOwn || (version == .v6 && Self.is(bytes[..<colon], "https")) else { return nil }
    let rest = bytes[bytes.index(after: colon)...]
    guard rest.starts(with: "//".utf8) else {
      guard isOwn, version == .v4 else { return nil }
      self = .unknown
      return
    }
    let host = rest.dropFirst(2).prefix {
      $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
    }
    if Self.is(host, "__wvjb_queue_message__") {
      self = .queue
    } else if version == .v6, Self.is(host, "__bridge_loaded__") {
      self = .loaded
    } else {
      guard version == .v4 else { return nil }
      self = .unknown
    }
  }

  /// Whether bytes are a name in small letters, in letters of either size.
  private static func `is`(_ bytes: Substring.UTF8View, _ name: String) -> Bool {
    bytes.elementsEqual(name.utf8) { byte, letter in
      byte == letter || (UInt8(ascii: "A")...UInt8(ascii: "Z")) ~= byte && byte | 0x20 == letter
    }
  }
}
