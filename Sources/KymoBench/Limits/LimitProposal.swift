/// The limits that a run gives rise to: what it measured, with headroom.
///
/// Counts are what was counted, as they are the same in every run; instructions may be 1 % more. Times jitter with
/// the machine, so that their limits are a multiple of what was measured: three times the median, ten times the
/// p99, each rounded up to two digits. They are a beginning, for people to review.
public enum LimitProposal {
  /// How many times the median that was measured is good.
  public static let medianFactor = 3.0
  /// How many times the p99 that was measured is good.
  public static let tailFactor = 10.0
  /// How much lower than the knee that was found the next one may be, in percent.
  public static let kneePercent = 20.0
  /// How many more instructions are good, in percent.
  public static let instructionPercent = 1.0
  /// The least limit of how late events are offered, in ns: what is below says nothing about an app.
  public static let leastSlipNanoseconds = 100_000.0

  /// Limits of the times of each command and of all together, of how late the load was, and of losses.
  ///
  /// - Parameters:
  ///   - result: a run that is valid.
  ///   - rate: the mean rate that was planned, in events/s; nil without a schedule.
  ///   - place: where they are going to stand.
  /// - Returns: the limits.
  public static func limits(
    of result: LoadResult,
    plannedRate rate: Double?,
    at place: LimitPlace
  ) -> [FigureLimit] {
    let condition = rate.map { LimitCondition.rate($0) } ?? .unpaced
    func limit(_ figure: LimitFigure, _ value: Double, _ command: String?) -> FigureLimit {
      FigureLimit(figure, value, of: command, condition: condition, at: place)
    }
    var limits: [FigureLimit] = []
    let reports = result.commands.map { (name: String?.some($0.name), report: $0) }
    // Of one command nothing is to be said twice.
    let all = [(name: String?.none, report: result.overall)]
    for (name, report) in (reports.count > 1 ? reports : []) + all where report.count > 0 {
      let kinds: [TimedQuantity] = report.response.count > 0 ? [.response] : [.service]
      for kind in kinds {
        let summary = kind.summary(of: report)
        if let p50 = summary.p50 {
          limits.append(limit(.time(kind, .p50), roundedUp(Double(p50) * medianFactor), name))
        }
        if let p99 = summary.p99 {
          limits.append(limit(.time(kind, .p99), roundedUp(Double(p99) * tailFactor), name))
        }
      }
    }
    guard rate != nil else { return limits }
    if let slip = result.offered.slip.p99 {
      let value = max(leastSlipNanoseconds, roundedUp(Double(slip) * tailFactor))
      limits.append(limit(.time(.slip, .p99), value, nil))
    }
    return limits + [FigureLimit(.drops, 0, at: place)]
  }

  /// Limits of what was counted of a command, or of all together.
  ///
  /// - Parameters:
  ///   - counts: the figures per event.
  ///   - command: the command; nil for all together.
  ///   - place: where they are going to stand.
  /// - Returns: the limits.
  public static func limits(
    of counts: [(quantity: CountedQuantity, perEvent: Double)],
    command: String?,
    at place: LimitPlace
  ) -> [FigureLimit] {
    counts.map { quantity, perEvent in
      FigureLimit(
        .counted(quantity),
        sixDecimals(notBelow: perEvent),
        tolerance: quantity == .instructions ? .percent(instructionPercent) : .none,
        of: command,
        at: place
      )
    }
  }

  /// The limit of the knee of a sweep; nil if it has none.
  ///
  /// - Parameters:
  ///   - sweep: a sweep that is over.
  ///   - place: where it is going to stand.
  /// - Returns: the limit.
  public static func limit(of sweep: LoadSweep, at place: LimitPlace) -> FigureLimit? {
    guard !sweep.isInterrupted, let rate = sweep.knee.rate else { return nil }
    return FigureLimit(
      .knee,
      rate,
      tolerance: .percent(kneePercent),
      condition: .objectives(sweep.objectives.map(\.description)),
      at: place
    )
  }

  /// The number with six decimals at most that is not below `value`, which they may not be enough for.
  private static func sixDecimals(notBelow value: Double) -> Double {
    let near = (value * 1e6).rounded() / 1e6
    return near < value ? ((value * 1e6).rounded() + 1) / 1e6 : near
  }

  /// The next number of two significant digits that is not below `value`, which is 1 or more.
  static func roundedUp(_ value: Double) -> Double {
    var unit = 1.0
    while value / unit > 100 { unit *= 10 }
    return (value / unit).rounded(.up) * unit
  }
}
