public import KymoBridge
public import KymoText

extension WebViewBridge {
  /// The content of a message: JSON, or nothing at all.
  public struct Payload: Sendable, Equatable {
    /// The JSON; nil if there is nothing.
    public let json: String?

    init(trusted json: String?) { self.json = json }

    /// Nothing: `nil` of native code, `undefined` of a script.
    public static let absent = Payload(trusted: nil)

    /// A JSON text as it is, but for whole numbers beyond 64 bits, which get an exponent.
    ///
    /// Nil if it is no JSON, or has more than 512 containers in each other.
    ///
    /// - Parameter json: a value.
    public init?(json: String) {
      var syntax = JSONSyntax(maximumDepth: 512)
      var json = json
      var error = json.withRawText { syntax.firstError(in: $0) }
      if error?.kind == .numberOutOfRange {
        json = WholeNumbers.widened(json)
        error = json.withRawText { syntax.firstError(in: $0) }
      }
      guard error == nil else { return nil }
      self.json = json
    }

    /// A value.
    public init(_ value: JSONText) { json = value.line }

    /// A text.
    public static func text(_ text: String) -> Payload {
      Payload(trusted: MessageText.quoted(text))
    }

    /// The text, if it is one.
    public var text: String? {
      guard let json, json.utf8.first == UInt8(ascii: "\"") else { return nil }
      return read { document, value in document.string(of: value) } ?? nil
    }

    /// The number, if it is one.
    public var number: Double? { read { document, value in document.number(of: value) } ?? nil }

    /// Reads it.
    ///
    /// - Parameter body: gets the parsed document and the value in it.
    /// - Returns: what the body returns; nil if there is nothing.
    public func read<Result>(
      _ body: (borrowing JSONDocument, JSONValue) -> Result
    ) -> Result? {
      guard let json else { return nil }
      var document = JSONDocument(limits: BridgeLimits(messageBytes: max(json.utf8.count, 1)))
      guard (try? document.parse(json)) != nil else { return nil }
      return body(document, document.root)
    }
  }
}
