/// A page of Markdown in its parts: headings, paragraphs, items of lists, and lines that stay as they are.
package struct TopicPage {
  /// A part.
  package enum Block: Equatable {
    /// A line that begins with `##`.
    case heading(String)
    /// Lines that may be broken anew.
    case paragraph(String)
    /// An item of a list, whose lines may be broken anew.
    case item(String)
    /// Lines that begin with four blanks, without these.
    case literal([String])
  }

  /// The subject of the page, in a few words: the line that begins with `#`.
  package private(set) var title = ""
  /// The rest, from top to bottom.
  package private(set) var blocks: [Block] = []

  /// Takes a page apart.
  package init(markdown: String) {
    for paragraph in HelpText.paragraphs(markdown) {
      if paragraph.hasPrefix("# ") {
        title = String(paragraph.dropFirst(2))
      } else if paragraph.hasPrefix("## ") {
        blocks.append(.heading(String(paragraph.dropFirst(3))))
      } else if paragraph.hasPrefix("    ") {
        blocks.append(.literal(paragraph.split(separator: "\n").map { String($0.dropFirst(4)) }))
      } else if paragraph.hasPrefix("- ") {
        addItems(paragraph)
      } else {
        blocks.append(.paragraph(paragraph))
      }
    }
  }

  /// Adds a list, whose items begin with a dash each.
  private mutating func addItems(_ paragraph: String) {
    var items: [String] = []
    for line in paragraph.split(separator: "\n") {
      if line.hasPrefix("- ") {
        items.append(String(line.dropFirst(2)))
      } else if let last = items.indices.last {
        items[last] += "\n" + line
      }
    }
    blocks += items.map { .item($0) }
  }
}
