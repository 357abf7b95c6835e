import KymoCommandLine
import KymoRecording

extension MagnitudeEnvelope {
  /// The plot of a quantity in a unit, or nil if there was no sample.
  func drawing(_ title: String, unit: String) -> TerminalPlot? {
    let stretches = stretches
    guard !stretches.isEmpty else { return nil }
    var plot = TerminalPlot(
      title,
      x: PlotAxis("time, s"),
      y: PlotAxis(unit)
    )
    for stretch in stretches {
      plot.add(x: stretch.seconds, y: stretch.lowest)
      plot.add(x: stretch.seconds, y: stretch.highest)
    }
    return plot
  }
}
