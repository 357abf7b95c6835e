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

  /// A table, with as many rows as a summary has room for.
  ///
  /// - Parameters:
  ///   - head: the two lines that it begins with.
  ///   - rows: what has a row each.
  ///   - noun: what they are, to say how many more there are; nil to leave that out.
  ///   - cells: the cells of a row, which are Markdown.
  /// - Returns: its lines.
  static func table<Row>(
    _ head: [String],
    _ rows: [Row],
    more noun: String? = nil,
    cells: (Row) -> [String]
  ) -> [String] {
    let limit = GitHubSummaryExport.maximumRows
    let lines = head + rows.prefix(limit).map { row(cells($0)) }
    guard let noun, rows.count > limit else { return lines }
    return lines + ["", "... and \(rows.count - limit) more \(noun)."]
  }

  /// A row of cells that are Markdown already.
  static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
}
