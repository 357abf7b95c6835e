import KymoBridge

/// What a document says about a text, as one line.
enum ParsedText {
  /// Limits that make a document cheap to set up.
  static let limits = BridgeLimits(messageBytes: 1 << 16)

  /// Parses `text` and writes it anew, or describes the error.
  static func rewritten(_ text: String, sortedNames: Bool = false) -> String {
    var document = JSONDocument(limits: limits)
    var writer = JSONWriter(maximumBytes: 1 << 17)
    do {
      try document.parse(text)
      writer.write(document.root, of: document, sortedNames: sortedNames)
      try writer.finish()
      return writer.withText { String(copying: $0) }
    } catch {
      return "\(error)"
    }
  }

  /// The error of a text given as bytes, or nil.
  static func error(_ bytes: [UInt8], limits: BridgeLimits = limits) -> JSONError? {
    var document = JSONDocument(limits: limits)
    do throws(JSONError) {
      try bytes.asText { (text) throws(JSONError) in try document.parse(text) }
      return nil
    } catch {
      return error
    }
  }

  /// The error of a text, or nil.
  static func error(_ text: String, limits: BridgeLimits = limits) -> JSONError? {
    error(Array(text.utf8), limits: limits)
  }
}
