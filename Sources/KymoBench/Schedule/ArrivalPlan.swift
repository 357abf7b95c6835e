import KymoCore

/// The intended start of every event of a load run, known before the run begins.
///
/// Latency counts from these, whether or not the system was ready to be sent anything: a stall
/// therefore delays every event that was due during it, and shows as many times as a user would
/// have felt it.
///
/// A plan is a rule and not a list: it takes no more memory for an hour than for a second, and an
/// ``ArrivalWalk`` goes through it, as often as one likes.
public struct ArrivalPlan: Sendable, Equatable, Sequence {
  /// The rule.
  let shape: ArrivalShape
  /// Where the intended starts come from.
  public let arrivals: Arrivals
  /// How many events there are; about so many, unless ``isCountExact``.
  public let count: Int
  /// Whether ``count`` is exact: random gaps that fill a long time are not all drawn in advance.
  public let isCountExact: Bool
  /// When the last event is due, in ns; the end of the plan unless the count is exact.
  public let lastOffset: Int64
  /// There are so many events at most.
  let limit: Int
  /// They are due before this, in ns; nil if they are counted.
  let end: Int64?

  /// The rates that can be planned, in events/s.
  public static var rateRange: ClosedRange<Double> { 0.001...1e9 }
  /// The speeds that can be planned, as multiples of the recorded one.
  public static var speedRange: ClosedRange<Double> { 0.001...1e6 }
  /// How many random gaps are drawn to count the events of a plan; some 50 ms.
  static var countedEvents: Int { 1 << 22 }

  /// One event every 1/`rate` s: event n at n·10⁹/`rate` ns, exactly rounded, halves up.
  ///
  /// The first is due at 0.
  ///
  /// - Complexity: O(1), as that of all plans that are not random.
  public static func constant(
    rate: Double,
    length: PlanLength
  ) throws(ArrivalPlanError) -> ArrivalPlan {
    try ArrivalPlan(.even(gap(rate), size: 1), .constant(rate: rate), length)
  }

  /// `count` events that are all due at the start, for a run without a schedule.
  ///
  /// - Precondition: `count` is not negative.
  public static func immediate(count: Int) -> ArrivalPlan {
    precondition(count >= 0, "a negative number of events")
    return ArrivalPlan(.immediate, .immediate, count: count, lastOffset: 0)
  }

  /// Exponentially distributed, independent gaps of mean 1/`rate` s; equal seeds give equal plans.
  ///
  /// The draws are whole multiples of 2⁻⁴⁰ of the mean gap and are added up exactly. The first event
  /// comes after a gap.
  ///
  /// - Complexity: O(events), but some 50 ms at most.
  public static func poisson(
    rate: Double,
    seed: UInt64,
    length: PlanLength
  ) throws(ArrivalPlanError) -> ArrivalPlan {
    var ratio = try gap(rate)
    ratio.denominator <<= 40
    return try ArrivalPlan(
      .random(ratio, size: 1, seed: seed),
      .poisson(rate: rate, seed: seed),
      length
    )
  }

  /// The timing of a recording, stretched so that its mean rate becomes `rate`.
  ///
  /// All proportions between gaps are kept. A repetition starts one mean gap after the last event.
  ///
  /// - Parameters:
  ///   - timestamps: when the events were recorded, in ns, ascending.
  ///   - rate: the mean rate in events/s.
  ///   - length: how long to go on, or nil for the recording once.
  /// - Returns: the plan; its first event is due at 0.
  /// - Throws: what is wrong with the timestamps or the wish.
  /// - Complexity: O(timestamps).
  public static func recorded(
    _ timestamps: [Int64],
    rate: Double,
    length: PlanLength? = nil
  ) throws(ArrivalPlanError) -> ArrivalPlan {
    var ratio = try gap(rate)
    let span = try span(timestamps)
    ratio.denominator *= UInt128(span)
    return try ArrivalPlan(
      .recorded(RecordedTiming(timestamps: timestamps, span: span, ratio: ratio)),
      .recorded(rate: rate),
      length ?? .events(timestamps.count)
    )
  }

  /// The timing of a recording, `speed` times as fast.
  ///
  /// - Parameters:
  ///   - timestamps: when the events were recorded, in ns, ascending.
  ///   - speed: 1 for the recorded speed.
  ///   - length: how long to go on, or nil for the recording once.
  /// - Returns: the plan; its first event is due at 0.
  /// - Throws: what is wrong with the timestamps or the wish.
  /// - Complexity: O(timestamps).
  public static func recorded(
    _ timestamps: [Int64],
    speed: Double,
    length: PlanLength? = nil
  ) throws(ArrivalPlanError) -> ArrivalPlan {
    guard speedRange.contains(speed) else { throw .speed(speed) }
    let span = try span(timestamps)
    let exact = ExactRatio(speed)
    let ratio = ExactRatio(
      exact.denominator,
      over: exact.numerator * UInt128(timestamps.count - 1)
    )
    return try ArrivalPlan(
      .recorded(RecordedTiming(timestamps: timestamps, span: span, ratio: ratio)),
      .recordedAtSpeed(speed),
      length ?? .events(timestamps.count)
    )
  }

  /// The mean gap of `rate`, in ns.
  static func gap(_ rate: Double) throws(ArrivalPlanError) -> ExactRatio {
    guard rateRange.contains(rate) else { throw .rate(rate) }
    let exact = ExactRatio(rate)
    return ExactRatio(1_000_000_000 * exact.denominator, over: exact.numerator).inLowestTerms
  }

  /// The time from the first timestamp to the last, above 0.
  static func span(_ timestamps: [Int64]) throws(ArrivalPlanError) -> Int64 {
    guard let first = timestamps.first, let last = timestamps.last else { throw .noTimestamps }
    for index in timestamps.indices.dropFirst() where timestamps[index] < timestamps[index - 1] {
      throw .unordered(index: index)
    }
    let (span, overflow) = last.subtractingReportingOverflow(first)
    guard !overflow else { throw .tooLong }
    guard span > 0 else { throw .noDuration }
    return span
  }

  /// Begins at the first event.
  public func makeIterator() -> ArrivalWalk { ArrivalWalk(self) }

  /// How many events there are at most, as far as chance can be counted on.
  var mostEvents: Int {
    isCountExact ? count : count + Int(10 * Double(count).squareRoot()) * (shape.burstSize + 1)
  }
}
