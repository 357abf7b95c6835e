extension ArrivalPlan {
  /// The longest ramp, in ns: some eleven days.
  public static var longestRampNanoseconds: Int64 { 1_000_000_000_000_000 }

  /// Events whose rate goes in a straight line from one rate to another, up or down.
  ///
  /// Event n is due when the rate, summed up from the start, comes to n: at the nearest ns, halves up. The first is due
  /// at 0. The rates are taken to the thousandth of an event/s; one of them may be 0.
  ///
  /// - Parameters:
  ///   - first: the rate at the start, in events/s.
  ///   - last: the rate at the end, in events/s.
  ///   - nanoseconds: how long the way is, in ns, up to ``longestRampNanoseconds``.
  /// - Returns: the plan; it has the events that are due before the end.
  /// - Throws: what is wrong with the wish.
  /// - Complexity: O(log events).
  public static func ramp(
    from first: Double,
    to last: Double,
    nanoseconds: Int64
  ) throws(ArrivalPlanError) -> ArrivalPlan {
    for rate in [first, last] where rate != 0 && !rateRange.contains(rate) { throw .rate(rate) }
    guard first > 0 || last > 0 else { throw .rate(0) }
    guard nanoseconds > 0 else { throw .emptyLength }
    guard nanoseconds <= longestRampNanoseconds else { throw .longRamp(nanoseconds) }
    let timing = RampTiming(
      start: UInt64((first * 1000).rounded()),
      end: UInt64((last * 1000).rounded()),
      duration: nanoseconds
    )
    return try ArrivalPlan(.ramp(timing), .ramp(from: first, to: last), .nanoseconds(nanoseconds))
  }
}
