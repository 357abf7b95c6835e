/// Columns that line up.
///
/// On a terminal numbers get thousands separators and the heading is bold; in a pipe numbers are
/// plain, so that `sort -n` and `awk` can read them.
package struct TextTable: Sendable {
  private let columns: [TextColumn]
  private var rows: [[TextCell]] = []

  /// Starts a table with a heading for each column.
  package init(_ columns: [TextColumn]) {
    self.columns = columns
  }

  /// Adds a row.
  ///
  /// - Precondition: there is one cell for every column.
  package mutating func addRow(_ cells: TextCell...) { addRow(cells) }

  /// Adds a row.
  ///
  /// - Precondition: there is one cell for every column.
  package mutating func addRow(_ cells: [TextCell]) {
    precondition(cells.count == columns.count, "a row needs one cell for every column")
    rows.append(cells)
  }

  /// The table as lines of text, each ending in a newline and none in a space.
  package func text(for terminal: TerminalDescription) -> String {
    let cells = rows.map { row in row.map { $0.text(for: terminal) } }
    let widths = columns.indices.map { column in
      cells.reduce(columns[column].title.count) { max($0, $1[column].count) }
    }
    let heading = line(columns.map(\.title), widths: widths)
    let bold = terminal.hasColor ? "\u{1B}[1m\(heading)\u{1B}[0m" : heading
    let lines = [bold] + cells.map { line($0, widths: widths) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func line(_ cells: [String], widths: [Int]) -> String {
    var line = ""
    for (column, cell) in cells.enumerated() {
      if column > 0 { line += "  " }
      let padding = String(repeating: " ", count: widths[column] - cell.count)
      line += columns[column].isRightAligned ? padding + cell : cell + padding
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}
