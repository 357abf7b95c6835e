/// The judgement of pairs of measurements of one figure; equal pairs always give the same.
public struct MetricJudgement: Sendable, Equatable {
  /// The findings of a judgement, and why others are missing.
  public enum Finding: Sendable, Equatable {
    /// HEAD is slower, in both batches.
    case slower
    /// HEAD is faster, in both batches.
    case faster
    /// A change beyond the threshold can be excluded, or would have been seen.
    case unchanged
    /// The first batch showed a change, and the second, seeing as well, did not.
    case notRepeated
    /// The first batch showed a change, and there is no second that could say.
    case unconfirmed
    /// The bounds are further apart than the threshold on either side.
    case noisy
    /// There were too few pairs for any bound.
    case tooFewPairs(had: Int, needed: Int)
  }

  /// The finding.
  public let finding: Finding
  /// The bounds of the first batch; nil if it was too small.
  public let first: RatioInterval?
  /// The bounds of the batch that was to confirm it, if there was one that is large enough.
  public let confirmation: RatioInterval?
  /// The change that counts, as a share of BASE.
  public let threshold: Double

  /// Judges a figure.
  ///
  /// - Parameters:
  ///   - pairs: the first batch.
  ///   - confirmation: the second batch, judged alone; empty if none was made.
  ///   - threshold: the change that counts, as a share of BASE: 0.03 for 3 %.
  ///   - rules: how sure to be.
  public init(
    _ pairs: [MeasuredPair],
    confirmation: [MeasuredPair] = [],
    threshold: Double,
    rules: GateRules
  ) {
    self.threshold = threshold
    self.confirmation = RatioInterval(confirmation, error: rules.batchError)
    // With fewer than the control needs, nobody would know whether the machine can be trusted.
    first =
      pairs.count < rules.minimumPairs ? nil : RatioInterval(pairs, error: rules.batchError)
    guard let first else {
      finding = .tooFewPairs(had: pairs.count, needed: rules.minimumPairs)
      return
    }
    finding = Self.finding(first, self.confirmation, limit: 1 + threshold)
  }

  private static func finding(
    _ first: RatioInterval,
    _ second: RatioInterval?,
    limit: Double
  ) -> Finding {
    func isSlower(_ interval: RatioInterval) -> Bool { interval.low > limit }
    func isFaster(_ interval: RatioInterval) -> Bool { interval.high < 1 / limit }
    func canSee(_ interval: RatioInterval) -> Bool {
      // Either a slowdown is out of the question, or the bounds are close enough to have shown one.
      interval.high <= limit || interval.high <= interval.low * limit * limit
    }
    if isSlower(first) || isFaster(first) {
      guard let second else { return .unconfirmed }
      if isSlower(first) && isSlower(second) { return .slower }
      if isFaster(first) && isFaster(second) { return .faster }
      return canSee(second) ? .notRepeated : .unconfirmed
    }
    return canSee(first) ? .unchanged : .noisy
  }

  /// Whether the first batch shows a change that a second one has to confirm.
  public var isSuspect: Bool {
    switch finding {
    case .slower, .faster, .notRepeated, .unconfirmed: true
    case .unchanged, .noisy, .tooFewPairs: false
    }
  }

  /// The finding in one word.
  public var verdict: GateVerdict {
    switch finding {
    case .slower: .regressed
    case .faster: .improved
    case .unchanged, .notRepeated: .pass
    case .unconfirmed, .noisy, .tooFewPairs: .inconclusive
    }
  }

  /// The smallest ratio that would have been found nine times in ten; nil without bounds.
  public var smallestVisible: Double? { first?.smallestVisible(threshold: threshold) }
}
