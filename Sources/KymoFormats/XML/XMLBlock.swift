/// What was found in some thousand bytes of a document.
struct XMLBlock {
  /// The pieces, in their order.
  var tokens: [XMLToken] = []
  /// Texts, values and names of the pieces.
  var bytes: [UInt8] = []

  /// The bytes of a piece as text.
  func text(_ token: XMLToken) -> String { String(decoding: bytes[token.range], as: UTF8.self) }
}
