import Glibc
import KymoCommandLine
import KymoRecording
import KymoText

/// The places of a recording in characters, north up, with the length of a bar below.
struct TrackPlot {
  private static let height = 12
  /// On a sphere of 6371 km.
  private static let metersPerDegree = 111_195.0

  private let places: [(x: Double, y: Double)]

  /// Takes the fixes; nil for fewer than two, and for those that are all at one place.
  init?(_ fixes: [TrackColumns.Fix]) {
    guard let first = fixes.first, fixes.count > 1 else { return nil }
    let squeeze = cos(first.latitude * .pi / 180)
    places = fixes.map { fix in
      // Across 180° it goes on.
      let east = remainder(fix.longitude - first.longitude, 360)
      return (
        east * squeeze * Self.metersPerDegree,
        (fix.latitude - first.latitude) * Self.metersPerDegree
      )
    }
    if places.allSatisfy({ $0 == places[0] }) { return nil }
  }

  /// The lines.
  func text(for terminal: TerminalDescription) -> String {
    let width = min(terminal.width, TerminalPlot.widest) - 2
    var canvas = PlotCanvas(width: width, height: Self.height, isUnicode: terminal.isUnicode)
    let (xs, ys) = (places.map(\.x), places.map(\.y))
    let (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
    let (bottom, top) = (ys.min() ?? 0, ys.max() ?? 0)
    // Dots are square in both kinds of characters.
    let scale = min(
      Double(canvas.columns - 1) / max(right - left, 1e-3),
      Double(canvas.rows - 1) / max(top - bottom, 1e-3)
    )
    let dots = places.map {
      (Int((($0.x - left) * scale).rounded()), Int(((top - $0.y) * scale).rounded()))
    }
    for (from, to) in zip(dots, dots.dropFirst()) { Self.line(from, to, on: &canvas) }
    var lines = ["track, north up"] + canvas.lines.map { "  " + $0 }
    let dotsAcross = canvas.columns / width
    lines.append("  " + Self.bar(metersPerCell: Double(dotsAcross) / scale, width, terminal))
    while lines.count > 2, lines[1].allSatisfy({ $0 == " " }) { lines.remove(at: 1) }
    return lines.map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  private static func line(_ from: (Int, Int), _ to: (Int, Int), on canvas: inout PlotCanvas) {
    let steps = max(abs(to.0 - from.0), abs(to.1 - from.1), 1)
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      let column = from.0 + Int((Double(to.0 - from.0) * share).rounded())
      let row = from.1 + Int((Double(to.1 - from.1) * share).rounded())
      canvas.draw(column: column, from: row, to: row)
    }
  }

  /// A bar of 1, 2 or 5 times a power of ten, at most a third as wide as the plot.
  private static func bar(
    metersPerCell: Double,
    _ width: Int,
    _ terminal: TerminalDescription
  ) -> String {
    let most = metersPerCell * Double(width) / 3
    let power = pow(10, log10(most).rounded(.down))
    let meters = [5.0, 2, 1].map { $0 * power }.first { $0 <= most } ?? power
    let cells = max(1, Int((meters / metersPerCell).rounded()))
    let bar = String(repeating: terminal.isUnicode ? "─" : "-", count: cells)
    let isLong = meters >= 1000
    return "\(terminal.isUnicode ? "├\(bar)┤" : "|\(bar)|") "
      + "\(NumberText.shortest(isLong ? meters / 1000 : meters)) \(isLong ? "km" : "m")"
  }
}
