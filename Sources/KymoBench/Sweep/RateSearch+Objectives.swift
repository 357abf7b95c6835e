extension RateSearch {
  /// How far below its start a search goes before it gives up.
  private static let descent = 1024.0

  /// Starts a search within the rates at which a step can tell whether its objectives are kept.
  ///
  /// - Parameters:
  ///   - objectives: what has to be kept.
  ///   - start: the first rate to try, in events/s; nil to choose.
  ///   - usual: where a search starts that may choose, unless a step would measure too little there.
  ///   - seconds: how long a step takes, above 0.
  ///   - resolution: as in ``init(from:within:factor:resolution:attempts:)``.
  ///   - share: how large a part of the load a command is, 0 to 1.
  /// - Precondition: there is an objective.
  /// - Throws: that an objective takes more events than a step has.
  public init(
    of objectives: [LatencyObjective],
    from start: Double?,
    orFrom usual: Double,
    seconds: Double,
    resolution: Double = 0.05,
    share: (String) -> Double
  ) throws(TooFewEvents) {
    let highest = ArrivalPlan.rateRange.upperBound
    var lowest = ArrivalPlan.rateRange.lowerBound
    var neediest = objectives[0]
    for objective in objectives {
      // What no input calls may still be raised by a handler.
      let part = objective.command.map(share).flatMap { $0 > 0 ? $0 : nil } ?? 1
      // Half of the events may be warm-up, and random arrivals are not always as many.
      let needed = 2.5 * Double(objective.percentile.minimumCount) / part / seconds
      if needed > lowest { (lowest, neediest) = (Self.readable(atLeast: needed), objective) }
    }
    let start = start ?? min(max(usual, lowest), highest)
    guard lowest <= highest, lowest <= start, start <= highest else {
      throw TooFewEvents(objective: neediest, leastRate: lowest)
    }
    self.init(
      from: start,
      within: max(lowest, start / Self.descent)...highest,
      resolution: resolution
    )
  }
}
