public import KymoHistogram

/// The load as planned, and as the generator offered it.
public struct OfferedLoad {
  /// Where the intended starts came from.
  public let arrivals: Arrivals
  /// How many events the plan has.
  public let plannedCount: Int
  /// How many of them the generator got to; fewer only if the run was interrupted.
  public let count: Int
  /// Whether the run was stopped before the end of the plan.
  public let isInterrupted: Bool
  /// The mean rate at which the measured events were due, in events/s; 0 if it is not defined.
  public let rate: Double
  /// How long after its intended start each measured event was in the queue.
  public let slip: LatencySummary
  /// The slips in ns, for exports.
  public let slipHistogram: Histogram
  /// The places at which events were lost, also during the warm-up.
  public let drops: [LoadDrop]

  /// Puts together what a generator did; `slips` are in ns, `rate` in events/s.
  package init(
    arrivals: Arrivals,
    plannedCount: Int,
    count: Int,
    isInterrupted: Bool,
    rate: Double,
    slips: Histogram,
    drops: [LoadDrop]
  ) {
    self.arrivals = arrivals
    self.plannedCount = plannedCount
    self.count = count
    self.isInterrupted = isInterrupted
    self.rate = rate
    slip = LatencySummary(slips)
    slipHistogram = slips
    self.drops = drops
  }

  /// Sums up the work of a generator on a plan of `plannedCount` events, of which a stop left
  /// `abandonedCount` in the queue.
  init(
    _ generator: borrowing LoadGenerator,
    arrivals: Arrivals,
    plannedCount: Int,
    abandonedCount: Int,
    rate: Double
  ) {
    let count = generator.cursor.index
    self.init(
      arrivals: arrivals,
      plannedCount: plannedCount,
      count: count,
      isInterrupted: count < plannedCount || abandonedCount > 0,
      rate: rate,
      slips: generator.slip,
      drops: generator.drops(abandoned: abandonedCount)
    )
  }
}
