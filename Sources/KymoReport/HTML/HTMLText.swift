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
  static func name(_ text: String) -> String { "<bdi>\(plainName(text))</bdi>" }

  /// The same without a tag, for attributes and for SVG.
  static func plainName(_ text: String) -> String {
    let short = text.prefix(longestName)
    return escaped(short.count < text.count ? short + "\u{2026}" : String(short))
  }

  /// An element whose content is HTML already.
  static func element(_ tag: String, _ attributes: String = "", _ content: String) -> String {
    "<\(tag)\(attributes.isEmpty ? "" : " " + attributes)>\(content)</\(tag)>"
  }
}
