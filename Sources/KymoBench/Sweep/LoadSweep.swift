/// A throughput/latency curve, and the highest rate at which a system keeps its objectives.
///
/// Whoever has it makes the runs, each with a new table, and gives it their results:
///
///     var sweep = LoadSweep([LatencyObjective(.p99, atMost: 100_000)], search)
///     while let rate = sweep.nextRate { sweep.note(try measure(rate)) }
///     if let rate = sweep.knee.rate { print("\(rate) events/s") }
public struct LoadSweep: Sendable {
  /// The objectives that a rate has to keep, all of them.
  public let objectives: [LatencyObjective]
  /// Which rates are tried.
  public private(set) var search: RateSearch
  /// The runs, in the order in which they were made.
  public private(set) var steps: [SweepStep] = []
  /// Whether a run was stopped, which ends the sweep.
  public private(set) var isInterrupted = false

  /// Starts a sweep.
  ///
  /// - Precondition: there is an objective.
  public init(_ objectives: [LatencyObjective], _ search: RateSearch) {
    precondition(!objectives.isEmpty, "a sweep needs an objective")
    self.objectives = objectives
    self.search = search
  }

  /// Starts a sweep whose objective is about all commands together.
  ///
  /// - Parameters:
  ///   - percentile: which percentile of the response times.
  ///   - limitNanoseconds: what it may be, in ns.
  ///   - search: which rates are tried.
  public init(
    _ percentile: ObjectivePercentile,
    atMost limitNanoseconds: Int64,
    _ search: RateSearch
  ) {
    self.init([LatencyObjective(percentile, atMost: limitNanoseconds)], search)
  }

  /// The rate at which to run next, in events/s; nil once the sweep is over.
  public var nextRate: Double? { isInterrupted ? nil : search.next }

  /// Takes the result of a run at ``nextRate``; an invalid one counts as not kept.
  ///
  /// A run that was stopped is part of the curve, but says nothing about the rate.
  ///
  /// - Returns: the point of the curve.
  /// - Precondition: the sweep is not over.
  @discardableResult public mutating func note(_ result: LoadResult) -> SweepStep {
    guard let rate = nextRate else { preconditionFailure("the sweep is over") }
    let step = SweepStep(result, rate: rate, objectives: objectives)
    steps.append(step)
    if step.isInterrupted {
      isInterrupted = true
    } else {
      search.note(kept: step.isKept)
    }
    return step
  }

  /// Ends the sweep before the next run.
  public mutating func interrupt() { isInterrupted = nextRate != nil }

  /// The rate that was found.
  public var knee: SweepKnee { search.knee }

  /// Whether any run was valid; if not, the knee says more of the machine than of the system.
  public var hasValidRun: Bool { steps.contains(where: \.isValid) }

  /// Whether a rate could not be offered in any of its runs, so that it is not known whether it would be kept.
  ///
  /// - Complexity: O(runs).
  public func isUnoffered(_ rate: Double) -> Bool {
    let runs = steps.filter { $0.rate == rate }
    return !runs.isEmpty && runs.allSatisfy(\.isUnoffered)
  }

  /// The runs by ascending rate; those of one rate in the order in which they were made.
  public var curve: [SweepStep] {
    steps.enumerated()
      .sorted { ($0.element.rate, $0.offset) < ($1.element.rate, $1.offset) }
      .map(\.element)
  }
}
