import KymoCore

extension ArrivalPlan {
  /// How many events a burst can have.
  public static var burstRange: ClosedRange<Int> { 1...1_000_000 }

  /// Bursts of `size` events that are due at once, every `size`/`rate` s in the mean.
  ///
  /// Burst k begins at k·`size`·10⁹/`rate` ns, exactly rounded, halves up; with a seed the gaps
  /// between bursts are independent and exponentially distributed instead, as those of
  /// ``poisson(rate:seed:length:)`` are. Equal seeds give equal plans.
  ///
  /// - Parameters:
  ///   - rate: the mean rate in events/s.
  ///   - size: how many events are due at once.
  ///   - seed: where random gaps start; nil for gaps of one length.
  ///   - length: how long to go on; the last burst may be cut short.
  /// - Returns: the plan; without a seed its first burst is due at 0.
  /// - Throws: what is wrong with the wish.
  /// - Complexity: O(events).
  public static func bursts(
    rate: Double,
    size: Int,
    seed: UInt64? = nil,
    length: PlanLength
  ) throws(ArrivalPlanError) -> ArrivalPlan {
    guard burstRange.contains(size) else { throw .burst(size) }
    var ratio = try gap(rate)
    ratio.numerator *= UInt128(size)
    if seed != nil { ratio.denominator <<= 40 }
    if seed == nil, case .nanoseconds(let duration) = length,
      let end = ratio.scaled(UInt128(maximumEvents / size)), end < duration
    {
      throw .tooManyEvents
    }
    var random = SplitMix64(seed: seed ?? 0)
    var sum: UInt128 = 0
    var due: Int64?
    let offsets = try fill(length) { index in
      guard index.isMultiple(of: size) else { return due }
      if seed != nil {
        sum += UInt128(random.nextExponential())
        due = ratio.scaled(sum)
      } else {
        due = ratio.scaled(UInt128(index / size))
      }
      return due
    }
    return ArrivalPlan(offsets: offsets, arrivals: .bursts(rate: rate, size: size, seed: seed))
  }
}
