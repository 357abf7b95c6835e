package import KymoHistogram

extension CommandReport {
  /// Adds up what several runs measured of one command; nil stands for one in which it does not occur.
  package init(name: String, merging reports: [CommandReport?]) {
    let known = reports.compactMap(\.self)
    var jitter: Histogram?
    for stream in known.compactMap(\.stream) {
      let sum = jitter ?? LoadRun.makeHistogram()
      sum.add(stream.jitterHistogram)
      jitter = sum
    }
    self.init(name: name, summing: known, jitter: jitter)
  }

  /// Adds up what was measured of several commands; streams of several sensors are none together.
  package init(name: String, summing reports: [CommandReport], jitter: Histogram? = nil) {
    let times = CommandHistograms()
    var statuses = StatusCounts()
    for report in reports {
      times.add(report)
      statuses.add(report.statuses)
    }
    let missed = reports.compactMap(\.missedDeadlines)
    self.init(
      name: name,
      times,
      statuses: statuses,
      jitter: jitter,
      missedDeadlines: missed.isEmpty ? nil : missed.reduce(0, +)
    )
  }
}
