import KymoCore
import KymoHistogram

extension LoadResult {
  /// Adds up repetitions as if they were one run; nil if there are none.
  ///
  /// Counts are sums, percentiles those of the merged histograms, rates those over the whole time that
  /// was measured. There is no timeline: each process had a time of its own. What the plan and the
  /// machine were is what the first says.
  ///
  /// - Complexity: O(runs · commands · buckets of a histogram).
  public init?(merging set: RepetitionSet) {
    guard let first = set.all.first?.result else { return nil }
    self = first
    let runs = set.all.map(\.result)
    plannedCount = runs.reduce(0) { $0 + $1.plannedCount }
    offeredCount = runs.reduce(0) { $0 + $1.offeredCount }
    warmUpCount = runs.reduce(0) { $0 + $1.warmUpCount }
    warmUp = runs.map(\.warmUp).first { $0.name == "unstable" } ?? first.warmUp
    interrupted = runs.contains(where: \.interrupted) || set.all.count < set.wanted
    offeredRate = Self.pooled(runs.map { ($0.offeredCount - $0.warmUpCount, $0.offeredRate) })
    achievedRate = Self.pooled(runs.map { (Int($0.overall.count), $0.achievedRate) })
    let length = runs.reduce(0) {
      $0 + $1.measuredNanoseconds.upperBound - $1.measuredNanoseconds.lowerBound
    }
    let start = first.measuredNanoseconds.lowerBound
    measuredNanoseconds = start...start + length
    slipHistogram = LoadRun.makeHistogram()
    for run in runs { slipHistogram.add(run.slipHistogram) }
    slip = LatencySummary(slipHistogram)
    drops = LoadDrop.Place.allCases.compactMap { place in
      let count = runs.flatMap(\.drops).reduce(0) { $0 + ($1.place == place ? $1.count : 0) }
      return count > 0 ? LoadDrop(place: place, count: count) : nil
    }
    var names: [String] = []
    for command in runs.flatMap(\.commands) where !names.contains(command.name) {
      names.append(command.name)
    }
    commands = names.map { CommandReport(name: $0, merging: set.reports(of: $0)) }
    overall = CommandReport(name: first.overall.name, merging: commands)
    overall.stream = nil
    timeline.intervals = []
    process = ProcessCounts(merging: runs.map(\.process))
    reasons = set.reasons
    repetitions = set
  }

  /// The rate over the time of several runs, each of so many events at such a rate.
  private static func pooled(_ runs: [(count: Int, rate: Double)]) -> Double {
    guard runs.allSatisfy({ $0.rate > 0 }) else { return 0 }
    let seconds = runs.reduce(0) { $0 + Double($1.count) / $1.rate }
    return seconds > 0 ? Double(runs.reduce(0) { $0 + $1.count }) / seconds : 0
  }
}

extension CommandReport {
  /// Adds up what several runs, or several commands, measured.
  package init(name: String, merging reports: [CommandReport?]) {
    let known = reports.compactMap(\.self)
    let times = CommandHistograms()
    let jitter = LoadRun.makeHistogram()
    var statuses = StatusCounts()
    for report in known {
      times.add(report)
      if let stream = report.stream { jitter.add(stream.jitterHistogram) }
      statuses.add(report.statuses)
    }
    self.init(name: name, times, statuses: statuses)
    if known.contains(where: { $0.stream != nil }) {
      stream = StreamReport(age: response, jitter: jitter)
    }
    if known.contains(where: { $0.missedDeadlines != nil }) {
      missedDeadlines = known.reduce(0) { $0 + ($1.missedDeadlines ?? 0) }
    }
  }
}
