/// A point of a ``TerminalPlot``.
package struct PlotPoint: Equatable, Sendable {
  /// Where on the horizontal axis.
  package let x: Double
  /// Where on the vertical axis.
  package let y: Double

  /// Creates a point.
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
