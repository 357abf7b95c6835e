/// A point of a ``TerminalPlot``.
struct PlotPoint: Equatable, Sendable {
  /// Where on the horizontal axis.
  let x: Double
  /// Where on the vertical axis.
  let y: Double

  /// Creates a point.
  init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
