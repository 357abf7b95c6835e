import KymoText

/// A frame of a flame graph as it is drawn.
struct FlameBox {
  /// The most characters of a name that a title holds; frames show fewer.
  static let longestName = 500

  var name: String
  /// The figures below the name in the title; plain text.
  var figures: String
  /// Its classes in ``FlameGraphStyle``.
  var look: String
  /// Where it begins, in the unit of weights.
  var start: Int
  /// How wide it is, in the same unit.
  var width: Int
  /// How many frames it stands on.
  var level: Int

  /// The element, at a height in pixels, of a row that is `total` wide.
  func element(y: Int, total: Int) -> String {
    let name = Self.shown(name)
    return "<svg class=\"f \(look)\" data-x=\"\(start)\" data-w=\"\(width)\" data-l=\"\(level)\" "
      + "x=\"\(Self.percent(start, of: total))\" y=\"\(y)\" "
      + "width=\"\(Self.percent(width, of: total))\" height=\"\(FlameGraph.rowHeight - 1)\">"
      + "<title>\(name)\n\(MarkupText.shown(figures))</title>"
      + "<rect width=\"100%\" height=\"100%\"/>"
      + "<text x=\"3\" y=\"12\">\(name)</text></svg>\n"
  }

  /// A name as markup, shortened if it is very long.
  static func shown(_ name: String) -> String {
    let short = name.prefix(longestName)
    return MarkupText.shown(short.count < name.count ? short + "\u{2026}" : String(short))
  }

  private static func percent(_ part: Int, of total: Int) -> String {
    NumberText.fixed(100 * Double(part) / Double(max(1, total)), decimals: 4) + "%"
  }
}

extension FlameBox {
  /// A name of at most 80 characters, for a sentence.
  static func shortened(_ name: String) -> String {
    let short = name.prefix(80)
    return short.count < name.count ? short + "\u{2026}" : name
  }
}
