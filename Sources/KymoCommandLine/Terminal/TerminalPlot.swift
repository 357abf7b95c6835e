/// A small line plot in characters: braille on a UTF-8 terminal, ASCII elsewhere.
///
/// Every column shows the whole range of the points that fall into it, so a peak of one sample in a
/// million is still a peak on the screen. Points that are not finite leave a gap.
///
/// Of several curves each is drawn with a letter of its own, see ``mark(_:)``, as there may be no
/// colour to tell them apart; where they meet there is a `+`.
package struct TerminalPlot: Sendable {
  /// The rows of characters between the axes.
  package static let height = 8
  /// The widest plot that is still pleasant, in columns.
  package static let widest = 120

  /// The subject of the plot.
  package let title: String
  /// The horizontal axis.
  package let x: PlotAxis
  /// The vertical axis.
  package let y: PlotAxis
  private var curves: [[PlotPoint]] = [[]]

  /// Starts an empty plot.
  package init(_ title: String, x: PlotAxis, y: PlotAxis) {
    self.title = title
    self.x = x
    self.y = y
  }

  /// Adds a point to the latest curve; points may come in any order of `x`.
  package mutating func add(x: Double, y: Double) {
    guard x.isFinite, y.isFinite else { return }
    curves[curves.count - 1].append(PlotPoint(x: x, y: y))
  }

  /// Starts another curve.
  package mutating func beginCurve() { curves.append([]) }

  /// The letter of a curve, where there are several: `a` for the first.
  ///
  /// - Precondition: `index` is in `0..<26`.
  package static func mark(_ index: Int) -> Character {
    precondition(0..<26 ~= index, "a plot has up to 26 curves")
    return Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(index)))
  }

  /// The plot as lines of text; one line that says so when there is nothing to show.
  package func text(for terminal: TerminalDescription) -> String {
    guard let bounds = PlotBounds(curves.flatMap(\.self)) else {
      return "\(title): nothing to plot\n"
    }
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
    guard curves.count > 1 else {
      return canvas(curves[0], bounds, width: width, isUnicode: isUnicode).lines
    }
    var cells = Array(repeating: [Character](repeating: " ", count: width), count: Self.height)
    for (index, curve) in curves.enumerated() {
      let lines = canvas(curve, bounds, width: width, isUnicode: false).lines
      for (row, line) in lines.enumerated() {
        for (column, dots) in line.enumerated() where dots != " " {
          cells[row][column] = cells[row][column] == " " ? Self.mark(index) : "+"
        }
      }
    }
    return cells.map { String($0) }
  }

  private func canvas(
    _ points: [PlotPoint],
    _ bounds: PlotBounds,
    width: Int,
    isUnicode: Bool
  ) -> PlotCanvas {
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
    return canvas
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

  /// The labels of the ticks as far as they are on the plot and do not touch each other.
  private func tickLabels(_ bounds: PlotBounds, width: Int) -> String {
    var line = ""
    for tick in x.ticks where (bounds.minimumX...bounds.maximumX).contains(tick) {
      let label = x.label(tick)
      let center = bounds.column(of: tick, in: width)
      let start = max(0, min(center - label.count / 2, width - label.count))
      guard line.isEmpty || start > line.count else { continue }
      line += String(repeating: " ", count: start - line.count) + label
    }
    return line
  }

  private func horizontalLabels(_ bounds: PlotBounds, width: Int) -> String {
    guard x.ticks.isEmpty else { return tickLabels(bounds, width: width) }
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
