import KymoCore

/// A decoder of its own for these tests: every word is a parameter, and its first letter says of what type.
///
/// `i42`, `n1e2`, `btrue`, `thello`, `j[1]`, `-` for none; `!16` is an error of that code.
final class WordDecoder: RequestDecoder {
  private let capacity: Int
  var decoded = 0

  init(textCapacity: Int = 256) { capacity = textCapacity }

  override var textCapacity: Int { capacity }

  override func decode(
    _ text: RawSpan,
    into parameters: inout Parameters
  ) throws(HandlerError) {
    decoded += 1
    // The whole text is stored once; parameters are parts of it.
    let whole = try parameters.store(text)
    var start = 0
    for word in text.text.split(separator: " ", omittingEmptySubsequences: false) {
      let end = start + word.utf8.count
      guard let raw = parameters.part(start..<end, of: whole) else { throw .invalidValue }
      if end > start {
        guard let value = parameters.part(start + 1..<end, of: whole) else { throw .invalidValue }
        try parameters.append(try Self.value(word, value), raw: raw)
      }
      start = end + 1
    }
  }

  private static func value(
    _ word: Substring,
    _ text: TextReference
  ) throws(HandlerError) -> Value {
    let rest = word.dropFirst()
    switch word.first {
    case "i": return .integer(Int64(rest) ?? 0)
    case "n": return .number(Double(rest) ?? .nan)
    case "b": return .boolean(rest == "true")
    case "t": return .text(text)
    case "j": return .json(text)
    case "!": throw HandlerError(code: UInt16(rest) ?? 0)
    default: return .none
    }
  }
}
