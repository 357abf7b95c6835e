import KymoHistogram

/// Whether the figures of a load run may be compared with those of another, and if not, why.
public struct LoadValidity: Sendable, Equatable {
  /// Why the figures must not be compared; empty if they may.
  public let reasons: [InvalidReason]

  /// Takes the reasons over.
  package init(reasons: [InvalidReason]) { self.reasons = reasons }

  /// Whether the figures may be compared with those of another run.
  public var isValid: Bool { reasons.isEmpty }
  /// The same in a word, as every report says it.
  public var word: String { isValid ? "valid" : "INVALID" }

  /// Looks for everything that speaks against the figures, within the limits of `configuration`.
  ///
  /// The percentile of the slip is taken of however few events there are, or the rule would be
  /// silent on short runs. A dispatcher that had no core for long makes the tail that of the scheduler. A run without a plan of times has no rate that could be missed: `isPaced` is false.
  init(
    _ offered: OfferedLoad,
    _ measured: MeasuredLoad,
    _ configuration: LoadConfiguration,
    isPaced: Bool = true,
    dispatcherDelay: Int64? = nil
  ) {
    var reasons: [InvalidReason] = []
    if offered.isInterrupted {
      reasons.append(.interrupted(offered: offered.count, planned: offered.plannedCount))
    }
    if measured.overall.count == 0 { reasons.append(.nothingMeasured) }
    if isPaced, measured.overall.count > 0, offered.rate <= 0 || measured.rate <= 0 {
      reasons.append(.noRate)
    } else if measured.rate < configuration.minimumAchievedShare * offered.rate {
      reasons.append(.rateNotAchieved(offered: offered.rate, achieved: measured.rate))
    }
    let slipped = offered.slipHistogram.value(atPercentile: 99)
    if slipped > configuration.slipLimitNanoseconds {
      reasons.append(.generatorLate(p99: slipped, limit: configuration.slipLimitNanoseconds))
    }
    let preempted = InvalidReason.preempted(
      for: dispatcherDelay,
      of: measured.nanoseconds.upperBound,
      limit: configuration.dispatcherDelayShare
    )
    if let preempted { reasons.append(preempted) }
    reasons += offered.drops.map { .dropped($0) }
    let outOfRange =
      measured.overall.response.outOfRangeCount + measured.overall.service.outOfRangeCount
      + offered.slip.outOfRangeCount
    if outOfRange > 0 { reasons.append(.outOfRange(outOfRange)) }
    self.reasons = reasons
  }
}
