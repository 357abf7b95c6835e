import KymoBench
import KymoText

/// Text and figures in the cells of a Markdown table.
enum MarkdownText {
  /// How many characters of a name are shown.
  static let longestName = 120
  /// How many characters of a sentence are shown.
  static let longestSentence = 1000

  /// A name that stays in its cell, and is no markup.
  static func cell(_ name: String) -> String { escaped(name, limit: longestName) }

  /// A sentence that stays on its line, and is no markup.
  static func sentence(_ text: String) -> String { escaped(text, limit: longestSentence) }

  private static func escaped(_ text: String, limit: Int) -> String {
    var result = ""
    for character in text.prefix(limit) {
      if "\\`*_[]<>|#~$&!".contains(character) { result += "\\" }
      result.append(character.isNewline ? " " : character)
    }
    return result
  }

  /// A row of cells that are Markdown already.
  static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
}
