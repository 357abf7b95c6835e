import KymoHistogram

/// The times of a stage, or of a handler, for one command.
final class StageRow {
  /// How often it ran.
  private(set) var count = 0
  /// The sum of its ticks, without what reading the counter took.
  private(set) var ticks: Int64 = 0
  private let histogram = Histogram(lowest: 1, highest: 1 << 44, significantDigits: 2)
  private var longest: Int64 = 0

  init() {}

  /// Adds a time.
  ///
  /// - Parameters:
  ///   - ticks: its length, with the cost of the readings.
  ///   - cost: that cost; of a time that is shorter, 0 is left, but in the sum its excess is made up for.
  ///   - times: how many equal parts it is counted as.
  func add(_ ticks: Int64, cost: Int64, times: Int = 1) {
    let net = ticks &- cost
    self.ticks &+= net
    count &+= times
    // Of a time, 0 is the one that a histogram need not tell from 1.
    let part = max(0, net) / Int64(times)
    histogram.record(part, count: Int64(times))
    if part > longest { longest = part }
  }

  /// The times in ns.
  func stageTime(
    command: String?,
    stage: ProfileStage,
    handler: String?,
    nanosecondsPerTick: Double
  ) -> StageTime {
    func nanoseconds(_ ticks: Int64) -> Int64 {
      Int64((Double(ticks) * nanosecondsPerTick).rounded())
    }
    // The bucket's end may lie beyond the longest.
    func percentile(_ percentile: Double) -> Int64 {
      nanoseconds(min(longest, histogram.value(atPercentile: percentile)))
    }
    return StageTime(
      command: command,
      stage: stage.name,
      handler: handler,
      count: count,
      total: nanoseconds(max(0, ticks)),
      percentiles: StageTime.Percentiles(
        p50: percentile(50),
        p90: percentile(90),
        p99: percentile(99)
      ),
      longest: nanoseconds(longest)
    )
  }
}
