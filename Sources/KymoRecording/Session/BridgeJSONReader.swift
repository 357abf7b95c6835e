import KymoBridge

/// Reads the JSON messages of the bridge's channels.
struct BridgeJSONReader: ~Copyable {
  private var document = JSONDocument(
    limits: BridgeLimits(messageBytes: 2 * BridgeLimits().urlBytes + 1024, depth: 16)
  )

  /// Reads a message and lets `body` have its text.
  ///
  /// - Returns: what is wrong with the message, or nil.
  mutating func read(
    _ message: RawSpan,
    _ body: (RawSpan, BridgeTransport) -> Void
  ) -> String? {
    do { try document.parse(message) } catch { return "\(error)" }
    guard let text = document.member("text", of: document.root) else { return "it has no text" }
    var transport = BridgeTransport.url
    if let value = document.member("transport", of: document.root) {
      guard
        let known = BridgeTransport.allCases.first(where: {
          document.isText(of: value, equalTo: $0.name)
        })
      else { return "its transport is not known" }
      transport = known
    }
    guard document.withText(of: text, { body($0, transport) }) != nil else {
      return "its text is no string"
    }
    return nil
  }
}
