import KymoBench
import KymoText

/// A table that fits its page: where it is too wide for the place that it has, each row is a block of labelled values.
///
/// The first cell of each row is its heading. Cells are HTML already. A column with sentences wraps them.
struct HTMLTable {
  /// How many rows are shown; a page is for people.
  static let maximumRows = 500

  /// The subject of the table; plain text.
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
    let shown = rows.prefix(Self.maximumRows)
    let layout = TableLayout(columns, shown)
    let heading = columns.enumerated().map { index, name in
      let kind = layout.isProse(index) ? " class=\"prose\"" : ""
      return HTMLText.element("th", "scope=\"col\"" + kind, HTMLText.escaped(name))
    }
    let body = shown.map { row in
      let cells = row.enumerated().map { index, cell in self.cell(cell, index, layout) }
      return HTMLText.element("tr", "", cells.joined()) + "\n"
    }
    let label = HTMLText.escaped(caption)
    let left = rows.count - body.count
    return """
      <div class="scroll" role="region" aria-label="\(label)" tabindex="0">
      <table\(layout.stackingClass.map { " class=\"\($0)\"" } ?? "")>
      <caption><span>\(label)</span></caption>
      <thead><tr>\(heading.joined())</tr></thead>
      <tbody>
      \(body.joined())</tbody>
      </table>
      </div>
      \(left > 0 ? HTMLText.note("\(left) more rows were left out.") : "")
      """
  }

  /// The table behind a line that opens it.
  ///
  /// - Parameter title: what it is; the number of rows is added.
  /// - Returns: HTML that needs no script.
  func folded(_ title: String) -> String {
    let summary = "\(HTMLText.escaped(title)): \(NumberText.grouped(rows.count))"
    return "<details>\n<summary>\(summary)</summary>\n\(html)</details>\n"
  }

  private func cell(_ content: String, _ index: Int, _ layout: TableLayout) -> String {
    let label = "data-label=\"\(HTMLText.escaped(columns[index]))\""
    if index == 0 { return HTMLText.element("th", "scope=\"row\" " + label, content) }
    let kinds =
      (content == QuantityLabel.missing ? ["none"] : []) + (layout.isProse(index) ? ["prose"] : [])
    let kind = kinds.isEmpty ? "" : "class=\"\(kinds.joined(separator: " "))\" "
    return HTMLText.element("td", kind + label, content)
  }
}
