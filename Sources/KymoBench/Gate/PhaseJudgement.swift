import KymoText

/// The judgement of a gate on one way of measuring.
public struct PhaseJudgement: Sendable, Equatable {
  /// A figure and what was found.
  public struct Metric: Sendable, Equatable {
    /// Which figure.
    public let metric: GateMetric
    /// The judgement of the pairs.
    public let judgement: MetricJudgement
    /// BASE against itself; nil if there were too few pairs.
    public let control: RatioInterval?
    /// The first batch.
    public let pairs: [MeasuredPair]

    /// The median of BASE in the first batch, in ns; nil without pairs.
    ///
    /// - Complexity: O(n log n) over the pairs, each time.
    public var base: Double? { pairs.map(\.base).median }
    /// The median of HEAD in the first batch, in ns; nil without pairs.
    ///
    /// - Complexity: O(n log n) over the pairs, each time.
    public var head: Double? { pairs.map(\.head).median }
  }

  /// The way of measuring.
  public let phase: GatePhase
  /// The figures.
  public let metrics: [Metric]
  /// Those of other commands than the busiest that are too noisy; the verdict does without them.
  public let spared: [Metric]
  /// Those in which BASE differs from itself.
  public let unstable: [GateMetric]
  /// How the slowdown made on purpose came out; nil if there was none, or too few pairs.
  public let canary: RatioInterval?
  /// Whether it would have been called a regression.
  public let isCanarySeen: Bool
  /// The verdict that follows.
  public let verdict: GateVerdict
  /// Why, in whole sentences, unless it is plain.
  public let reasons: [String]

  /// Judges what was measured.
  ///
  /// - Parameters:
  ///   - phase: the measurements.
  ///   - threshold: the change of a median that counts, as a share.
  ///   - rules: how sure to be, over all figures of the run.
  ///   - isStrict: whether noise in the tail, or in other commands than the busiest, leaves the run undecided too.
  public init(
    _ phase: GatePhase,
    threshold: Double,
    rules: GateRules,
    isStrict: Bool = false
  ) {
    let metrics = phase.series.map { Self.judge($0, threshold, rules) }
    let busiest = phase.series.first?.metric.command
    let spared = metrics.filter { metric in
      !isStrict && metric.metric.command != busiest && metric.judgement.finding == .noisy
        && !metric.metric.quantity.isTail
    }
    let unstable = metrics.filter { metric in
      let limit = 1 + metric.judgement.threshold
      return metric.control.map { $0.low > limit || $0.high < 1 / limit } ?? false
    }
    var canary: RatioInterval?
    var canaryLimit = 1 + threshold
    if let watched = phase.series.first(where: { $0.metric == phase.canary?.metric }) {
      canary = RatioInterval(watched.canary, error: rules.batchError)
      canaryLimit = 1 + watched.metric.quantity.threshold(ofMedian: threshold)
    }
    self.phase = phase
    self.metrics = metrics
    self.spared = spared
    self.unstable = unstable.map(\.metric)
    self.canary = canary
    isCanarySeen = canary.map { $0.low > canaryLimit } ?? false

    var reasons: [String] = []
    func count(_ verdict: GateVerdict) -> Int {
      metrics.count { $0.judgement.verdict == verdict }
    }
    if let failure = phase.failure {
      verdict = .invalid
      self.reasons = ["\(phase.name): \(failure)"]
      return
    }
    if !unstable.isEmpty {
      reasons += unstable.map { metric in
        "\(phase.name): BASE differs from itself in \(metric.metric.command) "
          + "\(metric.metric.quantity.rawValue) by \(Self.percent(metric.control?.ratio ?? 1)); "
          + "this machine cannot be trusted now"
      }
      verdict = .invalid
      self.reasons = reasons
      return
    }
    let deciding = metrics.filter { !spared.contains($0) }
    reasons += deciding.compactMap { metric in
      Self.reason(metric, isStrict: isStrict).map {
        "\(metric.metric.command) \(metric.metric.quantity.rawValue): \($0)"
      }
    }
    if metrics.isEmpty {
      reasons.append("\(phase.name): no command has enough events to be measured")
    } else if phase.canary == nil {
      reasons.append("\(phase.name): neither build can be slowed down on purpose (--handicap)")
    } else if canary != nil, !isCanarySeen {
      reasons.append(
        "\(phase.name): a slowdown of \(Self.percent(canary?.ratio ?? 1)) made on purpose was not "
          + "seen for certain; a regression of that size would not be either"
      )
    }
    let undecided = deciding.contains { metric in
      metric.judgement.verdict == .inconclusive && (isStrict || !metric.metric.quantity.isTail)
    }
    if count(.regressed) > 0 {
      verdict = .regressed
    } else if metrics.isEmpty || undecided || !isCanarySeen {
      verdict = .inconclusive
    } else {
      verdict = count(.improved) > 0 ? .improved : .pass
    }
    self.reasons = reasons
  }

  /// Whether it says something of HEAD.
  public var isKnown: Bool {
    switch verdict {
    case .pass, .regressed, .improved: true
    case .inconclusive, .invalid: false
    }
  }

  /// Why it says nothing, in a sentence; nil if it does.
  public var notKnown: String? {
    guard !isKnown else { return nil }
    let name = phase.name
    if let failure = phase.failure { return "\(name) is not known: \(failure)" }
    guard verdict != .invalid else {
      return "\(name) is not known: \(reasons.first?.droppingPrefix("\(name): ") ?? "")"
    }
    let isNoisy =
      canary != nil && !isCanarySeen
      || metrics.contains { $0.judgement.finding == .noisy && !$0.metric.quantity.isTail }
    if isNoisy, let visible = smallestVisible {
      return "\(name) is not known: nothing smaller than \(Self.percent(visible)) could be seen"
    }
    return
      "\(name) is not known: \(reasons.first?.droppingPrefix("\(name): ") ?? "too little was measured")"
  }

  /// Figures that the verdict does without, a sentence each: the noise of a rare command says nothing of the
  /// others.
  public var sparedReasons: [String] {
    spared.map { metric in
      "\(metric.metric.command) \(metric.metric.quantity.rawValue) is not known: nothing smaller than "
        + "\(Self.percent(metric.judgement.smallestVisible ?? .infinity)) could be seen"
    }
  }

  /// The smallest change of any median that would have been found nine times in ten, as a ratio; nil without bounds.
  public var smallestVisible: Double? {
    metrics.filter { !$0.metric.quantity.isTail }.compactMap(\.judgement.smallestVisible).max()
  }

  private static func judge(
    _ series: GateSeries,
    _ threshold: Double,
    _ rules: GateRules
  ) -> Metric {
    Metric(
      metric: series.metric,
      judgement: MetricJudgement(
        series.pairs,
        confirmation: series.confirmation,
        threshold: series.metric.quantity.threshold(ofMedian: threshold),
        rules: rules
      ),
      control: RatioInterval(series.control, error: rules.controlError),
      pairs: series.pairs
    )
  }

  private static func reason(_ metric: Metric, isStrict: Bool) -> String? {
    let judgement = metric.judgement
    switch judgement.finding {
    case .slower:
      let second = judgement.confirmation?.ratio ?? 1
      return "HEAD is slower by \(percent(judgement.first?.ratio ?? 1)), and by "
        + "\(percent(second)) in an independent batch"
    case .unconfirmed: return "a change of \(percent(judgement.first?.ratio ?? 1)) is not confirmed"
    case .noisy where isStrict || !metric.metric.quantity.isTail:
      return "too noisy: only a change of \(percent(judgement.smallestVisible ?? 1)) "
        + "would have been seen"
    case .tooFewPairs(let had, let needed):
      return "\(had) pairs are too few: it takes at least \(needed)"
    case .faster, .unchanged, .notRepeated, .noisy: return nil
    }
  }

  /// A ratio as a change: `+3.0 %`; from 10 on as a factor: `× 12`.
  public static func percent(_ ratio: Double) -> String { percent(ratio, decimals: 1) }

  /// Two ratios as changes, with as many decimals as tell them apart, one at least: `+1.04 %` and `+1.00 %`.
  public static func percents(_ ratio: Double, _ other: Double) -> (String, String) {
    for decimals in 1...maximumDecimals {
      let pair = (percent(ratio, decimals: decimals), percent(other, decimals: decimals))
      if pair.0 != pair.1 || ratio == other || decimals == maximumDecimals { return pair }
    }
    preconditionFailure("the last one is returned")
  }

  /// The most decimals that a change has.
  private static let maximumDecimals = 6

  private static func percent(_ ratio: Double, decimals: Int) -> String {
    guard ratio.isFinite else { return "any size" }
    guard ratio < 10 else { return "× " + NumberText.significant(ratio) }
    let change = (ratio - 1) * 100
    let text = NumberText.fixed(
      change,
      decimals: decimals == 1 && abs(change) >= 99.95 ? 0 : decimals
    )
    return (text.hasPrefix("-") ? "" : "+") + text + " %"
  }
}

extension String {
  /// Without a beginning that it may have.
  fileprivate func droppingPrefix(_ prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
