/// One way of measuring, and everything it measured.
public struct GatePhase: Sendable, Equatable {
  /// A slowdown that was made on purpose.
  public struct Canary: Sendable, Equatable {
    /// The figure that must show it: that of the busiest command.
    public var metric: GateMetric
    /// How much was added to each event, in ns.
    public var nanoseconds: Int

    /// States a canary.
    public init(metric: GateMetric, nanoseconds: Int) {
      self.metric = metric
      self.nanoseconds = nanoseconds
    }
  }

  /// What it measures, in one word: `cost`, `load`.
  public let name: String
  /// The figures, in the order of the report.
  public var series: [GateSeries]
  /// The slowdown that must be seen; nil if neither build can make one.
  public var canary: Canary?
  /// Why there are no figures to trust; nil if there are.
  public var failure: String?

  /// States what was measured.
  public init(
    name: String,
    series: [GateSeries] = [],
    canary: Canary? = nil,
    failure: String? = nil
  ) {
    self.name = name
    self.series = series
    self.canary = canary
    self.failure = failure
  }

  /// Whether a figure shows a change that a second batch has to confirm.
  public func isSuspect(threshold: Double, rules: GateRules) -> Bool {
    series.contains { series in
      MetricJudgement(
        series.pairs,
        threshold: series.metric.quantity.threshold(ofMedian: threshold),
        rules: rules
      ).isSuspect
    }
  }

  /// Whether a change was seen that the second batch neither confirms nor refutes.
  public func isUnconfirmed(threshold: Double, rules: GateRules) -> Bool {
    series.contains { series in
      MetricJudgement(
        series.pairs,
        confirmation: series.confirmation,
        threshold: series.metric.quantity.threshold(ofMedian: threshold),
        rules: rules
      ).finding == .unconfirmed
    }
  }

  /// Whether more pairs are worth their time: a figure is too noisy, or the slowdown on purpose is not seen.
  ///
  /// A figure of the tail counts only if the run is strict.
  public func isUndecided(threshold: Double, rules: GateRules, isStrict: Bool) -> Bool {
    let judgement = PhaseJudgement(self, threshold: threshold, rules: rules, isStrict: isStrict)
    guard failure == nil, judgement.unstable.isEmpty else { return false }
    return canary != nil && !judgement.isCanarySeen
      || judgement.metrics.contains {
        $0.judgement.finding == .noisy && (isStrict || !$0.metric.quantity.isTail)
      }
  }
}
