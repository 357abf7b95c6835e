/// The code of a Swift file: comments and the letters of string literals are blanked.
///
/// Code within `\( )` of a string literal stays. Lines keep their numbers. Regex literals are not
/// understood; this repository has none.
struct SwiftCode {
  /// The lines, in order.
  let lines: [String]

  /// Blanks comments and literals of `text`.
  init(_ text: String) {
    var reader = Reader(bytes: Array(text.utf8))
    reader.readCode(untilClosingParenthesis: false)
    self.lines = String(decoding: reader.result, as: UTF8.self).split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    .map(String.init)
  }

  /// The words of each line: letters, digits and underscores in a row.
  var words: [(line: Int, word: String)] {
    lines.enumerated().flatMap { index, line in
      line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
        .map { (line: index + 1, word: String($0)) }
    }
  }

  private struct Reader {
    // Bytes, because every delimiter is ASCII, and no part of a longer character looks like one.
    let bytes: [UInt8]
    var result: [UInt8] = []
    var position = 0

    init(bytes: [UInt8]) {
      self.bytes = bytes
      result.reserveCapacity(bytes.count)
    }

    func starts(_ text: [UInt8]) -> Bool {
      guard position + text.count <= bytes.count else { return false }
      for (index, byte) in text.enumerated() where bytes[position + index] != byte { return false }
      return true
    }

    func isAt(_ character: Unicode.Scalar, offset: Int = 0) -> Bool {
      let place = position + offset
      return place < bytes.count && bytes[place] == UInt8(ascii: character)
    }

    mutating func blank(_ count: Int) {
      for _ in 0..<min(count, bytes.count - position) {
        result.append(isAt("\n") ? UInt8(ascii: "\n") : UInt8(ascii: " "))
        position += 1
      }
    }

    mutating func keep() {
      result.append(bytes[position])
      position += 1
    }

    mutating func readCode(untilClosingParenthesis: Bool) {
      var depth = 0
      while position < bytes.count {
        if isAt("/"), isAt("/", offset: 1) {
          while position < bytes.count, !isAt("\n") { blank(1) }
        } else if isAt("/"), isAt("*", offset: 1) {
          skipBlockComment()
        } else if isAt("\"") || isAt("#") {
          readLiteral()
        } else {
          if isAt("(") { depth += 1 }
          if isAt(")") {
            if untilClosingParenthesis, depth == 0 { return }
            depth -= 1
          }
          keep()
        }
      }
    }

    mutating func skipBlockComment() {
      var depth = 0
      repeat {
        if isAt("/"), isAt("*", offset: 1) {
          depth += 1
          blank(2)
        } else if isAt("*"), isAt("/", offset: 1) {
          depth -= 1
          blank(2)
        } else {
          blank(1)
        }
      } while depth > 0 && position < bytes.count
    }

    mutating func readLiteral() {
      var hashes = 0
      while isAt("#", offset: hashes) { hashes += 1 }
      guard isAt("\"", offset: hashes) else {
        // `#if`, `#expect`: not a literal.
        for _ in 0..<hashes { keep() }
        return
      }
      let fence = [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
      // Three quotes open a literal of several lines only at the end of a line: `#"""#` is one quote.
      let isMultiline =
        (1...2).allSatisfy { isAt("\"", offset: hashes + $0) }
        && isAt("\n", offset: hashes + 3)
      let quotes = [UInt8](repeating: UInt8(ascii: "\""), count: isMultiline ? 3 : 1)
      let closing = quotes + fence
      let escape = [UInt8(ascii: "\\")] + fence
      let interpolation = escape + [UInt8(ascii: "(")]
      blank(hashes + quotes.count)
      while position < bytes.count {
        if starts(closing) {
          blank(quotes.count + hashes)
          return
        }
        if quotes.count == 1, isAt("\n") { return }
        if starts(interpolation) {
          blank(1 + hashes)
          keep()
          readCode(untilClosingParenthesis: true)
          if isAt(")") { keep() }
        } else if starts(escape) {
          blank(2 + hashes)
        } else {
          blank(1)
        }
      }
    }
  }
}
