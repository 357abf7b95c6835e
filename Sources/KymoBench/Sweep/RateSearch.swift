/// The search for the highest rate that a system can take: which rate to try next, and when to stop.
///
/// From the start it goes up by a factor until a rate is not kept, or down until one is, and then
/// halves the distance between the two, on a scale of ratios, until they are closer than the
/// resolution. A rate counts as not kept only if it was not kept as often as it has attempts, since
/// a single stall of the machine would otherwise decide about the system. Equal answers give equal
/// questions.
///
///     var search = RateSearch(from: 10_000, within: 100...1e9)
///     while let rate = search.next { search.note(kept: measure(rate)) }
///     print(search.knee)
public struct RateSearch: Sendable {
  /// The rates that may be tried, in events/s.
  public let range: ClosedRange<Double>
  /// By what it goes up and down.
  public let factor: Double
  /// How far apart the highest rate that was kept and the lowest that was not may be in the end, as
  /// a share of the former.
  public let resolution: Double
  /// How often a rate is tried until it counts as not kept.
  public let attempts: Int

  /// The rate to try next, in events/s; nil once the search is over.
  public private(set) var next: Double?
  private var kept: Double?
  private var failed: Double?
  private var failures = 0

  /// Starts a search.
  ///
  /// - Parameters:
  ///   - start: the first rate to try, in events/s; the nearest in `range` if it is not in it.
  ///   - range: the rates that may be tried, in events/s.
  ///   - factor: by what it goes up and down.
  ///   - resolution: the share by which the answer may be too low.
  ///   - attempts: how often a rate is tried until it counts as not kept.
  /// - Precondition: `range` is above 0, `factor` above 1, `resolution` at least 0.001, `attempts`
  ///   at least 1, all are finite.
  public init(
    from start: Double,
    within range: ClosedRange<Double>,
    factor: Double = 2,
    resolution: Double = 0.05,
    attempts: Int = 2
  ) {
    precondition(range.lowerBound > 0 && range.upperBound.isFinite, "rates are positive numbers")
    precondition(factor > 1 && factor.isFinite, "the factor has to lead on")
    precondition(resolution >= 0.001 && resolution.isFinite, "a finer resolution is only noise")
    precondition(attempts >= 1, "a rate that is not tried cannot be kept")
    self.range = range
    self.factor = factor
    self.resolution = resolution
    self.attempts = attempts
    next = min(max(start, range.lowerBound), range.upperBound)
  }

  /// Takes the answer to ``next``.
  ///
  /// - Precondition: the search is not over.
  public mutating func note(kept isKept: Bool) {
    guard let rate = next else { preconditionFailure("the search is over") }
    if isKept {
      kept = rate
    } else {
      failures += 1
      if failures < attempts { return }
      failed = rate
    }
    failures = 0
    next = following(rate)
  }

  /// The rate as far as it is known by now.
  public var knee: SweepKnee {
    switch (kept, failed) {
    case (let kept?, let failed?) where next == nil: .between(kept: kept, failed: failed)
    case (let kept?, nil) where next == nil: .atLeast(kept)
    case (nil, let failed?) where next == nil: .never(lowest: failed)
    default: .unknown(kept: kept, failed: failed)
    }
  }

  private func following(_ rate: Double) -> Double? {
    switch (kept, failed) {
    case (let kept?, let failed?):
      guard failed > kept * (1 + resolution) else { return nil }
      let middle = Self.rounded((kept * failed).squareRoot())
      return kept < middle && middle < failed ? middle : nil
    case (_?, nil):
      return rate < range.upperBound ? min(Self.rounded(rate * factor), range.upperBound) : nil
    default:
      return rate > range.lowerBound ? max(Self.rounded(rate / factor), range.lowerBound) : nil
    }
  }

  /// A rate of four digits that is not below `rate`.
  public static func readable(atLeast rate: Double) -> Double {
    let near = rounded(rate)
    return near < rate ? rounded(rate * 1.001) : near
  }

  /// The rate to four digits: nobody wants to read more, and the resolution is coarser.
  static func rounded(_ rate: Double) -> Double {
    var unit = 1.0
    while rate / unit >= 10_000 { unit *= 10 }
    // Divided by a whole number: multiples of 0.1 are no numbers of this kind.
    var parts = 1.0
    while rate * parts < 1000 { parts *= 10 }
    return unit > 1 ? (rate / unit).rounded() * unit : (rate * parts).rounded() / parts
  }
}
