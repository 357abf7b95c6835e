import KymoBench

/// A table in a box of its own that scrolls where the page is too narrow.
///
/// The first cell of each row is its heading. Cells are HTML already.
struct HTMLTable {
  /// How many rows are shown; a page is for people.
  static let maximumRows = 500

  /// What the table shows; plain text.
  let caption: String
  /// The headings; plain text.
  var columns: [String]
  /// The cells; HTML.
  var rows: [[String]] = []

  /// Starts a table.
  init(_ caption: String, _ columns: [String]) {
    self.caption = caption
    self.columns = columns
  }

  /// The table, with a line that says how many rows were left out.
  var html: String {
    let heading = columns.map {
      HTMLText.element("th", "scope=\"col\"", HTMLText.escaped($0))
    }
    let body = rows.prefix(Self.maximumRows).map { row in
      let cells = row.enumerated().map { index, cell in
        index == 0
          ? HTMLText.element("th", "scope=\"row\"", cell)
          : HTMLText.element("td", cell == QuantityLabel.missing ? "class=\"none\"" : "", cell)
      }
      return HTMLText.element("tr", "", cells.joined()) + "\n"
    }
    let label = HTMLText.escaped(caption)
    let left = rows.count - body.count
    return """
      <div class="scroll" role="region" aria-label="\(label)" tabindex="0">
      <table>
      <caption><span>\(label)</span></caption>
      <thead><tr>\(heading.joined())</tr></thead>
      <tbody>
      \(body.joined())</tbody>
      </table>
      </div>
      \(left > 0 ? "<p class=\"note\">\(left) more rows were left out.</p>\n" : "")
      """
  }
}
