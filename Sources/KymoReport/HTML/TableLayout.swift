import KymoBench

/// How wide a table is, estimated from what is in it, and so where its rows become blocks.
struct TableLayout {
  /// The widths of a place, in pixels, below which tables of a class are stacked.
  static let steps = [340, 480, 620, 760, 900, 1040, 1148]
  /// The class of tables that are too wide for any place.
  static let alwaysStacked = "stacked"

  /// Characters of a cell from which on it is a sentence, which wraps.
  private static let proseLength = 28
  /// The greatest width of a character, and the gap between two columns, in pixels.
  private static let (characterWidth, gap) = (7.6, 18.0)
  /// The width of a column with sentences, in pixels, and the most that the headings of rows take.
  private static let (proseWidth, headingWidth) = (220.0, 240.0)

  private let widths: [Double]
  private let prose: Set<Int>

  /// Looks at headings, which are plain text, and at cells, which are HTML.
  init(_ columns: [String], _ rows: ArraySlice<[String]>) {
    var prose: Set<Int> = []
    widths = columns.enumerated().map { index, name in
      let words = name.split(separator: " ").map(\.count).max() ?? 0
      let cells = rows.map { Self.length(of: $0[index]) }.max() ?? 0
      let width = Double(max(words, cells)) * Self.characterWidth + Self.gap
      if index == 0 { return min(width, Self.headingWidth) }
      guard cells > Self.proseLength else { return width }
      prose.insert(index)
      return Self.proseWidth
    }
    self.prose = prose
  }

  /// Whether a column has sentences.
  func isProse(_ column: Int) -> Bool { prose.contains(column) }

  /// The class that says where the table is stacked; nil if it is so narrow that it never is.
  var stackingClass: String? {
    let width = widths.reduce(0, +)
    if width <= Double(Self.steps[0]) { return nil }
    return Self.steps.first { width <= Double($0) }.map { "below\($0)" } ?? Self.alwaysStacked
  }

  /// How many characters the longest line of a cell shows.
  private static func length(of html: String) -> Int {
    var (length, longest, isTag) = (0, 0, false)
    var tag = ""
    for character in html {
      switch character {
      case "<": (isTag, tag) = (true, "")
      case ">" where isTag:
        isTag = false
        // It stands in a line of its own.
        if tag.hasSuffix("small") {
          longest = max(longest, length)
          length = 0
        }
      case _ where isTag: tag.append(character)
      default: length += 1
      }
    }
    return max(longest, length)
  }
}
