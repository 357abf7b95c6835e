import KymoBench
import KymoText

/// Text within HTML: escaping, and tags around what is escaped already.
enum HTMLText {
  /// How many characters of a name are shown.
  static let longestName = 200

  /// The text with markup escaped, for content and for attributes in double quotes.
  ///
  /// Control characters, which HTML cannot hold or which turn the direction of what follows, become
  /// U+FFFD.
  static func escaped(_ text: String) -> String {
    MarkupText.shown(text)
  }

  /// A name from a file, escaped, shortened if it is very long, and kept from turning the direction
  /// of the text around it.
  static func name(_ text: String) -> String {
    "<bdi>\(breakable(String(text.prefix(longestName))))\(text.count > longestName ? "\u{2026}" : "")</bdi>"
  }

  /// The text escaped, with places in long words where a line may end: behind points, slashes and the
  /// like, and before the capitals of a camel-case piece that no line of a phone holds.
  static func breakable(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard word.count > longestWhole else { return escaped(String(word)) }
      var pieces = [""]
      for character in word {
        pieces[pieces.count - 1].append(character)
        if "./:,;_-+=<>()[]{}@&?#".contains(character) { pieces.append("") }
      }
      return pieces.filter { !$0.isEmpty }.flatMap(humps).map(escaped).joined(separator: "<wbr>")
    }.joined(separator: " ")
  }

  /// The parts of a piece: one, or those of camel case if it is longer than `longestPiece`.
  private static func humps(_ piece: String) -> [String] {
    guard piece.count > longestPiece else { return [piece] }
    var parts = [""]
    var isAfterLowercase = false
    for character in piece {
      if character.isUppercase, isAfterLowercase { parts.append("") }
      parts[parts.count - 1].append(character)
      isAfterLowercase = character.isLowercase || character.isNumber
    }
    return parts
  }

  /// The longest word that is kept in one piece, in characters.
  private static let longestWhole = 20
  /// The longest piece of a word that is kept whole: a line of 400 px holds it, and a label.
  private static let longestPiece = 24

  /// A name without tags, for attributes and for SVG.
  static func plainName(_ text: String) -> String {
    let short = text.prefix(longestName)
    return escaped(short.count < text.count ? short + "\u{2026}" : String(short))
  }

  /// A section of a page; nothing if there is nothing in it.
  ///
  /// - Parameters:
  ///   - title: its heading; HTML.
  ///   - content: what is in it; HTML.
  /// - Returns: HTML.
  static func section(_ title: String, _ content: String) -> String {
    content.isEmpty ? "" : "<section>\n<h2>\(title)</h2>\n\(content)</section>\n"
  }

  /// A note below a table or a plot, of HTML.
  static func note(_ content: String) -> String { "<p class=\"note\">\(content)</p>\n" }

  /// An element whose content is HTML already.
  static func element(_ tag: String, _ attributes: String = "", _ content: String) -> String {
    "<\(tag)\(attributes.isEmpty ? "" : " " + attributes)>\(content)</\(tag)>"
  }
}
