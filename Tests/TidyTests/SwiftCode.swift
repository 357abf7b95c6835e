/// The code of a Swift file: comments and the letters of string literals are blanked.
///
/// Code within `\( )` of a string literal stays. Lines keep their numbers. Regex literals are not
/// understood; this repository has none.
struct SwiftCode {
  /// The lines, in order.
  let lines: [String]

  /// Blanks comments and literals of `text`.
  init(_ text: String) {
    var reader = Reader(characters: Array(text))
    reader.readCode(untilClosingParenthesis: false)
    self.lines = String(reader.result).split(separator: "\n", omittingEmptySubsequences: false)
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
    let characters: [Character]
    var result: [Character] = []
    var position = 0

    init(characters: [Character]) { self.characters = characters }

    func starts(_ text: String, at offset: Int = 0) -> Bool {
      let start = position + offset
      guard start + text.count <= characters.count else { return false }
      return zip(text, characters[start...]).allSatisfy { $0 == $1 }
    }

    mutating func blank(_ count: Int) {
      for _ in 0..<min(count, characters.count - position) {
        let character = characters[position]
        result.append(character.isNewline ? "\n" : " ")
        position += 1
      }
    }

    mutating func keep() {
      result.append(characters[position])
      position += 1
    }

    mutating func readCode(untilClosingParenthesis: Bool) {
      var depth = 0
      while position < characters.count {
        if starts("//") {
          while position < characters.count, !characters[position].isNewline { blank(1) }
        } else if starts("/*") {
          skipBlockComment()
        } else if characters[position] == "\"" || characters[position] == "#" {
          readLiteral()
        } else {
          if characters[position] == "(" { depth += 1 }
          if characters[position] == ")" {
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
        if starts("/*") {
          depth += 1
          blank(2)
        } else if starts("*/") {
          depth -= 1
          blank(2)
        } else {
          blank(1)
        }
      } while depth > 0 && position < characters.count
    }

    mutating func readLiteral() {
      var hashes = 0
      while starts("#", at: hashes) { hashes += 1 }
      guard starts("\"", at: hashes) else {
        // `#if`, `#expect`: not a literal.
        for _ in 0..<hashes { keep() }
        return
      }
      let fence = String(repeating: "#", count: hashes)
      let quotes = starts("\"\"\"", at: hashes) ? "\"\"\"" : "\""
      blank(hashes + quotes.count)
      while position < characters.count {
        if starts(quotes + fence) {
          blank(quotes.count + hashes)
          return
        }
        if quotes.count == 1, characters[position].isNewline { return }
        if starts("\\" + fence + "(") {
          blank(1 + hashes)
          keep()
          readCode(untilClosingParenthesis: true)
        } else if starts("\\" + fence) {
          blank(2 + hashes)
        } else {
          blank(1)
        }
      }
    }
  }
}
