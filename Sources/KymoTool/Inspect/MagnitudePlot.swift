import KymoCommandLine

/// The magnitude of the acceleration over time, reduced to the extremes of each stretch of time.
struct MagnitudePlot {
  /// How many stretches are kept: two to a column of a wide terminal.
  static let stretchCount = 512

  private let start: UInt64
  private let span: Double
  private var lowest: [Double]
  private var highest: [Double]

  /// Spans the time from `start` to `end`, in ns.
  init(start: UInt64 = 0, end: UInt64 = 0) {
    self.start = start
    span = Double(end - min(start, end)) + 1
    lowest = Array(repeating: .infinity, count: Self.stretchCount)
    highest = Array(repeating: -.infinity, count: Self.stretchCount)
  }

  /// Adds a sample in m/s².
  mutating func add(_ time: UInt64, x: Double, y: Double, z: Double) {
    let magnitude = (x * x + y * y + z * z).squareRoot()
    guard magnitude.isFinite, time >= start else { return }
    // A chunk may hold a message far beyond the times that it states.
    let share = min(1, Double(time - start) / span)
    let stretch = min(Self.stretchCount - 1, Int(share * Double(Self.stretchCount)))
    lowest[stretch] = min(lowest[stretch], magnitude)
    highest[stretch] = max(highest[stretch], magnitude)
  }

  /// The plot, or nil if there was no sample.
  var drawing: TerminalPlot? {
    guard highest.contains(where: { $0.isFinite }) else { return nil }
    var plot = TerminalPlot(
      "acceleration, magnitude",
      x: PlotAxis("time, s"),
      y: PlotAxis("m/s²")
    )
    for stretch in 0..<Self.stretchCount where highest[stretch].isFinite {
      let seconds = span / 1e9 * (Double(stretch) + 0.5) / Double(Self.stretchCount)
      plot.add(x: seconds, y: lowest[stretch])
      plot.add(x: seconds, y: highest[stretch])
    }
    return plot
  }
}
