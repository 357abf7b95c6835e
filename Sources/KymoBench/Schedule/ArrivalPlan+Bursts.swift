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
  /// - Complexity: O(1); with a seed that of ``poisson(rate:seed:length:)``.
  public static func bursts(
    rate: Double,
    size: Int,
    seed: UInt64? = nil,
    length: PlanLength
  ) throws(ArrivalPlanError) -> ArrivalPlan {
    guard burstRange.contains(size) else { throw .burst(size) }
    var ratio = try gap(rate)
    ratio.numerator *= UInt128(size)
    let arrivals = Arrivals.bursts(rate: rate, size: size, seed: seed)
    guard let seed else { return try ArrivalPlan(.even(ratio, size: size), arrivals, length) }
    ratio.denominator <<= 40
    return try ArrivalPlan(.random(ratio, size: size, seed: seed), arrivals, length)
  }
}
