/// A small line plot in characters: braille on a UTF-8 terminal, ASCII elsewhere.
///
/// Every column shows the whole range of the points that fall into it, so a peak of one sample in a
/// million is still a peak on the screen. Points that are not finite leave a gap.
struct TerminalPlot: Sendable {
  /// The rows of characters between the axes.
  static let height = 8
  /// The widest plot that is still pleasant, in columns.
  static let widest = 120

  /// What the plot shows.
  let title: String
  /// The horizontal axis.
  let x: PlotAxis
  /// The vertical axis.
  let y: PlotAxis
  private var points: [PlotPoint] = []

  /// Starts an empty plot.
  init(_ title: String, x: PlotAxis, y: PlotAxis) {
    self.title = title
    self.x = x
    self.y = y
  }

  /// Adds a point; points may come in any order of `x`.
  mutating func add(x: Double, y: Double) {
    guard x.isFinite, y.isFinite else { return }
    points.append(PlotPoint(x: x, y: y))
  }

  /// The plot as lines of text; one line that says so when there is nothing to show.
  func text(for terminal: TerminalDescription) -> String {
    guard let bounds = PlotBounds(points) else { return "\(title): nothing to plot\n" }
    let topLabel = y.label(bounds.maximumY)
    let bottomLabel = y.label(bounds.minimumY)
    let margin = max(topLabel.count, bottomLabel.count)
    let width = max(10, min(terminal.width, Self.widest) - margin - 2)
    let vertical = terminal.isUnicode ? "│" : "|"
    let corner = terminal.isUnicode ? "└" : "+"
    let horizontal = terminal.isUnicode ? "─" : "-"

    let isNamed = !y.title.isEmpty
    var lines = [isNamed ? "\(title) (\(y.title))" : title]
    for (row, line) in drawn(bounds, width: width, isUnicode: terminal.isUnicode).enumerated() {
      let label = row == 0 ? topLabel : row == Self.height - 1 ? bottomLabel : ""
      lines.append(Self.padded(label, to: margin) + " " + vertical + line)
    }
    let blank = String(repeating: " ", count: margin + 1)
    lines.append(blank + corner + String(repeating: horizontal, count: width))
    lines.append(blank + " " + horizontalLabels(bounds, width: width))
    return lines.map(Self.trimmed).joined(separator: "\n") + "\n"
  }

  private func drawn(_ bounds: PlotBounds, width: Int, isUnicode: Bool) -> [String] {
    var canvas = PlotCanvas(width: width, height: Self.height, isUnicode: isUnicode)
    var ranges = [ClosedRange<Int>?](repeating: nil, count: canvas.columns)
    for point in points {
      let column = bounds.column(of: point.x, in: canvas.columns)
      let row = bounds.row(of: point.y, in: canvas.rows)
      let range = ranges[column] ?? row...row
      ranges[column] = min(range.lowerBound, row)...max(range.upperBound, row)
    }
    var last: (column: Int, range: ClosedRange<Int>)?
    for (column, range) in ranges.enumerated() {
      guard let range else { continue }
      canvas.draw(column: column, from: range.lowerBound, to: range.upperBound)
      if let last {
        connect(last.column, last.range, to: column, range, on: &canvas)
      }
      last = (column, range)
    }
    return canvas.lines
  }

  /// Draws the line from one column with points to the next, through the columns between them.
  private func connect(
    _ firstColumn: Int,
    _ first: ClosedRange<Int>,
    to lastColumn: Int,
    _ last: ClosedRange<Int>,
    on canvas: inout PlotCanvas
  ) {
    guard !first.overlaps(last) || lastColumn - firstColumn > 1 else { return }
    let start = min(max(last.lowerBound, first.lowerBound), first.upperBound)
    let end = min(max(start, last.lowerBound), last.upperBound)
    var row = start
    for column in (firstColumn + 1)...lastColumn {
      let share = Double(column - firstColumn) / Double(lastColumn - firstColumn)
      let next = start + Int((Double(end - start) * share).rounded())
      canvas.draw(column: column, from: row, to: next)
      row = next
    }
  }

  private func horizontalLabels(_ bounds: PlotBounds, width: Int) -> String {
    let left = x.label(bounds.minimumX)
    let right = x.label(bounds.maximumX)
    let gap = width - left.count - right.count
    guard gap > x.title.count + 2 else {
      return left + String(repeating: " ", count: max(1, gap)) + right
    }
    let before = (gap - x.title.count) / 2
    let after = gap - x.title.count - before
    return left + String(repeating: " ", count: before) + x.title
      + String(repeating: " ", count: after) + right
  }

  private static func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: width - text.count) + text
  }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }
}
