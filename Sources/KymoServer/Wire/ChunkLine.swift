import KymoHTTP

/// The line before a chunk: its size in hexadecimal digits, and extensions that nobody knows.
struct ChunkLine {
  /// The longest that such a line may be, in bytes with its end.
  static let maximumBytes = 1024
  /// The most digits of a size.
  private static let maximumDigits = 15

  /// How many bytes follow; 0 for the last chunk.
  let size: Int
  /// How long the extensions are, in bytes.
  let extensionBytes: Int
  /// Whether the extensions are such as RFC 9112 7.1.1 has them.
  let isSound: Bool

  /// Reads a line without its end; nil if it does not begin with a size.
  init?(_ line: ArraySlice<UInt8>) {
    var (size, place) = (0, line.startIndex)
    while place < line.endIndex, let digit = HexDigit.value(of: line[place]) {
      guard place - line.startIndex < Self.maximumDigits else { return nil }
      size = size << 4 | Int(digit)
      place += 1
    }
    guard place > line.startIndex else { return nil }
    let rest = line[place...]
    if let first = HTTPGrammar.trimmed(rest).first, first != UInt8(ascii: ";") { return nil }
    self.size = size
    extensionBytes = rest.count
    isSound = rest.isEmpty || Self.isSound(rest)
  }

  /// Whether a text is `;NAME`, `;NAME=TOKEN` or `;NAME="TEXT"`, any number of times, with blanks around the marks.
  private static func isSound(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = skip(text)
    while let mark = rest.first {
      guard mark == UInt8(ascii: ";") else { return false }
      rest = skip(rest.dropFirst())
      let name = rest.prefix(while: HTTPGrammar.isToken)
      guard !name.isEmpty else { return false }
      let blank = rest.dropFirst(name.count)
      rest = skip(blank)
      if rest.first == UInt8(ascii: "=") {
        rest = skip(rest.dropFirst())
        guard let end = endOfValue(rest) else { return false }
        let behind = rest[end...]
        rest = skip(behind)
        if rest.isEmpty { return behind.isEmpty }
      } else if rest.isEmpty {
        return blank.isEmpty
      }
    }
    // Blanks alone are no extension.
    return text.first == UInt8(ascii: ";") || HTTPGrammar.trimmed(text).first == UInt8(ascii: ";")
  }

  private static func skip(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.drop(while: HTTPGrammar.isBlank)
  }

  /// Where a token or a text in quotes ends; nil if it is neither.
  private static func endOfValue(_ text: ArraySlice<UInt8>) -> Int? {
    guard text.first == UInt8(ascii: "\"") else {
      let token = text.prefix(while: HTTPGrammar.isToken)
      return token.isEmpty ? nil : token.endIndex
    }
    var place = text.startIndex + 1
    while place < text.endIndex {
      switch text[place] {
      case UInt8(ascii: "\""): return place + 1
      case UInt8(ascii: "\\"): place += 2
      default: place += 1
      }
    }
    return nil
  }
}
