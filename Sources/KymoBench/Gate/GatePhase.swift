import Glibc

/// One way of measuring, and everything it measured.
public struct GatePhase: Sendable, Equatable {
  /// A slowdown that was made on purpose.
  public struct Canary: Sendable, Equatable {
    /// The figure that must show it: that of the busiest command.
    public var metric: GateMetric
    /// How much was added to each event, in ns; back to back, in the state that the machine was in last.
    public var nanoseconds: Int

    /// States a canary.
    public init(metric: GateMetric, nanoseconds: Int) {
      self.metric = metric
      self.nanoseconds = nanoseconds
    }
  }

  /// The way of measuring in one word: `cost`, `load`.
  public let name: String
  /// The figures, in the order of the report.
  public var series: [GateSeries]
  /// The slowdown that must be seen; nil if neither build can make one.
  public var canary: Canary?
  /// Why there are no figures to trust; nil if there are.
  public var failure: String?
  /// Whether ``failure`` speaks against the builds or the recording, and not against the machine.
  public var isContradictory = false
  /// The states that the machine was in, as the times of BASE show them for the first figure.
  public private(set) var states = MachineStates([])
  /// How many rounds are set aside, as BASE saw one state of the machine in them, and BASE once more another.
  public private(set) var setAsideCount = 0

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

  /// Adds what a round measured, and sets those rounds aside in which the machine changed its state.
  ///
  /// - Parameters:
  ///   - values: those of each series, in the same order.
  ///   - isConfirmation: whether the round belongs to the second batch.
  /// - Complexity: O(series); O(series · rounds) if the machine has several states.
  mutating func add(_ values: [GateRoundValues], isConfirmation: Bool) {
    for index in series.indices {
      series[index].add(values[index], isConfirmation: isConfirmation)
    }
    guard let rounds = series.first?.rounds else { return }
    let all = rounds.first + rounds.second
    let former = states
    states = MachineStates(all)
    guard states.isSeveral || former.isSeveral else { return }
    let first = rounds.first.map(states.isMixed)
    let second = rounds.second.map(states.isMixed)
    setAsideCount = (first + second).count { $0 }
    for index in series.indices { series[index].setAside(first: first, second: second) }
  }

  /// Forgets the canary so far: from the next round on it is another one.
  mutating func restartCanary() {
    for index in series.indices { series[index].restartCanary() }
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

  /// Whether `share` times as many pairs would probably decide every figure that is too noisy now.
  ///
  /// Bounds come closer with the root of the number of pairs. It looks at how far apart they are, and not at where.
  public func isDecidable(withTimes share: Double, threshold: Double, rules: GateRules) -> Bool {
    let judgement = PhaseJudgement(self, threshold: threshold, rules: rules)
    func ratio(_ interval: RatioInterval) -> Double { interval.high / interval.low }
    let closer = 1 / share.squareRoot()
    let areClose = judgement.metrics.allSatisfy { metric in
      guard metric.judgement.finding == .noisy, !metric.metric.quantity.isTail else { return true }
      let limit = 1 + metric.judgement.threshold
      return metric.judgement.first.map { pow(ratio($0), closer) <= limit * limit } ?? true
    }
    guard canary != nil, !judgement.isCanarySeen, let seen = judgement.canary else {
      return areClose
    }
    let median = seen.ratio
    return areClose && median / pow(median / seen.low, closer) > 1 + threshold
  }
}
