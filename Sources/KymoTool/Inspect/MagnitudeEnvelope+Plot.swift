import KymoCommandLine
import KymoRecording

extension MagnitudeEnvelope {
  /// The plot, or nil if there was no sample.
  var drawing: TerminalPlot? {
    let stretches = stretches
    guard !stretches.isEmpty else { return nil }
    var plot = TerminalPlot(
      "acceleration, magnitude",
      x: PlotAxis("time, s"),
      y: PlotAxis("m/s²")
    )
    for stretch in stretches {
      plot.add(x: stretch.seconds, y: stretch.lowest)
      plot.add(x: stretch.seconds, y: stretch.highest)
    }
    return plot
  }
}
