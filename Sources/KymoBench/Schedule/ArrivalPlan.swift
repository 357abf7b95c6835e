import KymoCore

/// The intended start of every event of a load run, computed before the run begins.
///
/// Latency counts from these, whether or not the system was ready to be sent anything: a stall
/// therefore delays every event that was due during it, and shows as many times as a user would
/// have felt it.
@frozen public struct ArrivalPlan: Sendable, Equatable {
  /// The intended starts in ns after the start of the run, ascending.
  ///
  /// The first is 0, but for ``Arrivals/poisson(rate:seed:)`` and bursts with a seed, which begin
  /// with a gap.
  public let offsets: [Int64]
  /// Where they come from.
  public let arrivals: Arrivals

  /// The rates that can be planned, in events/s.
  public static var rateRange: ClosedRange<Double> { 0.001...1e9 }
  /// The speeds that can be planned, as multiples of the recorded one.
  public static var speedRange: ClosedRange<Double> { 0.001...1e6 }
  /// How many events a plan holds at most: 2 GiB of offsets.
  public static var maximumEvents: Int { 1 << 28 }

  /// How many events there are.
  @inlinable public var count: Int { offsets.count }

  /// One event every 1/`rate` s: event n at n·10⁹/`rate` ns, exactly rounded, halves up.
  ///
  /// - Complexity: O(events).
  public static func constant(
    rate: Double,
    length: PlanLength
  ) throws(ArrivalPlanError) -> ArrivalPlan {
    let ratio = try gap(rate)
    if case .nanoseconds(let duration) = length,
      let end = ratio.scaled(UInt128(maximumEvents)), end < duration
    {
      throw .tooManyEvents
    }
    let offsets = try fill(length) { index in ratio.scaled(UInt128(index)) }
    return ArrivalPlan(offsets: offsets, arrivals: .constant(rate: rate))
  }

  /// `count` events that are all due at the start, for a run without a schedule.
  ///
  /// It takes next to no work to make, so that counts of instructions are those of the run.
  ///
  /// - Throws: that there are more than ``maximumEvents``.
  /// - Precondition: `count` is not negative.
  public static func immediate(count: Int) throws(ArrivalPlanError) -> ArrivalPlan {
    guard count <= maximumEvents else { throw .tooManyEvents }
    return ArrivalPlan(offsets: Array(repeating: 0, count: count), arrivals: .immediate)
  }

  /// Exponentially distributed, independent gaps of mean 1/`rate` s; equal seeds give equal plans.
  ///
  /// The draws are whole multiples of 2⁻⁴⁰ of the mean gap and are added up exactly.
  ///
  /// - Complexity: O(events).
  public static func poisson(
    rate: Double,
    seed: UInt64,
    length: PlanLength
  ) throws(ArrivalPlanError) -> ArrivalPlan {
    var ratio = try gap(rate)
    ratio.denominator <<= 40
    var random = SplitMix64(seed: seed)
    var sum: UInt128 = 0
    let offsets = try fill(length) { _ in
      sum += UInt128(random.nextExponential())
      return ratio.scaled(sum)
    }
    return ArrivalPlan(offsets: offsets, arrivals: .poisson(rate: rate, seed: seed))
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
  /// - Complexity: O(events).
  public static func recorded(
    _ timestamps: [Int64],
    rate: Double,
    length: PlanLength? = nil
  ) throws(ArrivalPlanError) -> ArrivalPlan {
    var ratio = try gap(rate)
    let span = try span(timestamps)
    ratio.denominator *= UInt128(span)
    let offsets = try fill(timestamps, span: span, ratio: ratio, length)
    return ArrivalPlan(offsets: offsets, arrivals: .recorded(rate: rate))
  }

  /// The timing of a recording, `speed` times as fast.
  ///
  /// - Parameters:
  ///   - timestamps: when the events were recorded, in ns, ascending.
  ///   - speed: 1 for the recorded speed.
  ///   - length: how long to go on, or nil for the recording once.
  /// - Returns: the plan; its first event is due at 0.
  /// - Throws: what is wrong with the timestamps or the wish.
  /// - Complexity: O(events).
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
    let offsets = try fill(timestamps, span: span, ratio: ratio, length)
    return ArrivalPlan(offsets: offsets, arrivals: .recordedAtSpeed(speed))
  }

  /// The mean gap of `rate`, in ns.
  static func gap(_ rate: Double) throws(ArrivalPlanError) -> ExactRatio {
    guard rateRange.contains(rate) else { throw .rate(rate) }
    let exact = ExactRatio(rate)
    return ExactRatio(1_000_000_000 * exact.denominator, over: exact.numerator)
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

  /// The offsets of a recording of N events, in units of 1/(N - 1) ns, times `ratio`.
  ///
  /// The units make the period, which is the span and one mean gap, a whole number: N · span.
  static func fill(
    _ timestamps: [Int64],
    span: Int64,
    ratio: ExactRatio,
    _ length: PlanLength?
  ) throws(ArrivalPlanError) -> [Int64] {
    let period = UInt128(timestamps.count) * UInt128(span)
    let gaps = UInt128(timestamps.count - 1)
    var position = 0
    var repeated: UInt128 = 0
    return try fill(length ?? .events(timestamps.count)) { _ in
      if position == timestamps.count {
        position = 0
        repeated += period
      }
      let offset = timestamps[position] - timestamps[0]
      position += 1
      return ratio.scaled(repeated + UInt128(offset) * gaps)
    }
  }

  /// Collects what `next` gives for 0 and up, as far as `length` goes.
  static func fill(
    _ length: PlanLength,
    _ next: (Int) -> Int64?
  ) throws(ArrivalPlanError) -> [Int64] {
    var offsets: [Int64] = []
    var end: Int64?
    var limit = maximumEvents
    switch length {
    case .events(let count):
      guard count > 0 else { throw .emptyLength }
      guard count <= maximumEvents else { throw .tooManyEvents }
      limit = count
      offsets.reserveCapacity(count)
    case .nanoseconds(let duration):
      guard duration > 0 else { throw .emptyLength }
      end = duration
    }
    var index = 0
    while index < limit {
      guard let offset = next(index) else { throw .tooLong }
      if let end, offset >= end { return offsets }
      offsets.append(offset)
      index += 1
    }
    if let end, let offset = next(index), offset < end { throw .tooManyEvents }
    return offsets
  }
}
