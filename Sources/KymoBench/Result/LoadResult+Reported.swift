import KymoHistogram

extension LoadResult {
  /// A result of which nothing is known yet, for whoever reads it from a report.
  ///
  /// - Parameters:
  ///   - arrivals: where the intended starts came from.
  ///   - platform: what the machine contributed.
  package init(reported arrivals: Arrivals, platform: LoadPlatform) {
    self.init(
      arrivals: arrivals,
      plannedCount: 0,
      offeredCount: 0,
      warmUpCount: 0,
      warmUp: .fixed,
      interrupted: false,
      offeredRate: 0,
      achievedRate: 0,
      measuredNanoseconds: 0...0,
      slip: LatencySummary(LoadRun.makeHistogram()),
      slipHistogram: LoadRun.makeHistogram(),
      drops: [],
      commands: [],
      overall: CommandReport(name: "all", merging: []),
      timeline: LatencyTimeline(intervalNanoseconds: 1, intervals: []),
      sampleInterval: 1,
      reasons: [],
      platform: platform
    )
  }
}
