import KymoBridge
package import KymoCore
import KymoHistogram
import KymoMCAP

/// Reads the JSON messages of the bridge's channels.
package struct BridgeJSONReader: ~Copyable {
  private var document = JSONDocument(
    limits: BridgeLimits(messageBytes: 2 * BridgeLimits().urlBytes + 1024, depth: 16)
  )

  /// The number that the message which was read last gives itself; nil if it gives none that is one.
  package private(set) var number: UInt32?
  /// The sender of the message read last, if it says so: a page, or a source of an app's own.
  package private(set) var source: SourceID?
  /// The part that the message read last keeps of one that could not be read.
  private(set) var refused: (message: [UInt8], error: HandlerError)?

  /// Prepares to read.
  package init() {}

  /// Reads a message and lets `body` have its text.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - required: the members that the schema of its channel requires.
  ///   - body: gets the text, and by what it came.
  /// - Returns: what is wrong with the message, or nil.
  package mutating func read(
    _ message: RawSpan,
    requiring required: [String] = [],
    _ body: (RawSpan, BridgeTransport) -> Void
  ) -> String? {
    number = nil
    source = nil
    refused = nil
    do { try document.parse(message) } catch { return "\(error)" }
    for name in required where document.member(name, of: document.root) == nil {
      return "it has no \(name), which its schema requires"
    }
    if let value = document.member("sequence", of: document.root) {
      number = document.integer(of: value).flatMap { UInt32(exactly: $0) }
    }
    if let value = document.member("source", of: document.root),
      let sender = document.integer(of: value).flatMap({ UInt8(exactly: $0) }),
      sender == SourceID.page.rawValue || (16...254).contains(sender)
    {
      source = SourceID(rawValue: sender)
    }
    if let kept = document.member("unreadable", of: document.root) { return readRefused(kept) }
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
      return "its text is not a string"
    }
    return nil
  }

  /// Reads what a recording keeps of a message that could not be read.
  private mutating func readRefused(_ kept: JSONValue) -> String? {
    let letters = document.withText(of: kept) { text -> [UInt8] in
      var letters: [UInt8] = []
      letters.append(copying: text)
      return letters
    }
    guard let message = letters.flatMap({ Base64.decode($0) }),
      let code = document.member("error", of: document.root)
        .flatMap({ document.integer(of: $0) }).flatMap({ UInt16(exactly: $0) }), code > 0
    else { return "what it keeps of an unreadable message cannot be read" }
    refused = (message, HandlerError(code: code))
    return nil
  }
}
