import KymoText

/// One axis of a ``TerminalPlot``: what it means, and how its values are written.
package struct PlotAxis: Sendable {
  /// The measured quantity, with its unit.
  package let title: String
  /// A value in characters.
  package let label: @Sendable (Double) -> String
  /// Where the horizontal axis has labels, ascending; if nowhere, at both ends and the title between.
  package let ticks: [Double]

  /// An axis with labels of three significant digits.
  package init(
    _ title: String,
    label: @escaping @Sendable (Double) -> String = { NumberText.significant($0) },
    ticks: [Double] = []
  ) {
    self.title = title
    self.label = label
    self.ticks = ticks
  }
}
