/// The findings about a load for which the machine had no time: what its events cost in the fastest
/// of several rounds, and which rate the machine can offer now.
///
/// Both are measured after the run, and neither makes its figures valid.
public struct BusyMachine: Sendable, Equatable {
  /// How many rounds are made at most.
  public static let maximumRounds = 20
  /// How many rounds are made at least, unless somebody stops them.
  public static let minimumRounds = 3
  /// After how much time in them no further round is begun, in ns.
  public static let roundsNanoseconds: Int64 = 1_000_000_000
  /// How many events a round has at most.
  public static let roundEvents = 100_000
  /// How long each rate is tried, in ns.
  public static let trialNanoseconds: Int64 = 250_000_000
  /// The lowest rate that is tried, in events/s, unless less was asked for: a trial has a hundred events of it.
  public static let lowestRate = 400.0

  /// The rate that the run was to have, in events/s.
  public let askedRate: Double
  /// How many rounds were made.
  public let roundCount: Int
  /// The cost of events, command by command; empty if no round came to its end.
  public let services: [FastestService]
  /// Up to which rate the machine kept trials, as far as somebody let it find out.
  public let knee: SweepKnee

  /// Measures what can be said.
  ///
  /// - Parameters:
  ///   - result: the run that is invalid.
  ///   - askedRate: the rate that it was to have, in events/s, above 0.
  ///   - shouldStop: asked before each measurement; what there is by then is what is said.
  ///   - round: ``roundEvents`` of the load, back to back, by ``LoadRun/runUnpaced(table:sink:clock:eventLimit:isMetered:shouldStop:)``
  ///     with new handlers.
  ///   - trial: ``trialNanoseconds`` of the load at a rate in events/s.
  /// - Throws: what a measurement throws.
  public init<Failure: Error>(
    after result: LoadResult,
    askedRate: Double,
    shouldStop: () -> Bool,
    round: () throws(Failure) -> LoadResult,
    trial: (Double) throws(Failure) -> LoadResult
  ) throws(Failure) {
    self.askedRate = askedRate
    var rounds: [LoadResult] = []
    var spent: Int64 = 0
    while rounds.count < Self.maximumRounds, !shouldStop(),
      rounds.count < Self.minimumRounds || spent < Self.roundsNanoseconds
    {
      let result = try round()
      guard result.valid else { break }
      rounds.append(result)
      spent += result.measured.durationNanoseconds
    }
    roundCount = rounds.count
    services = FastestService.list(rounds)
    // What was offered in vain once is not offered again: beyond the knee a trial would take longer than it should.
    let reached = result.measured.rate
    let start = reached > 0 ? min(askedRate, RateSearch.rounded(reached)) : askedRate
    var search = RateSearch(
      from: start >= askedRate * 0.95 ? askedRate : start,
      within: min(askedRate, Self.lowestRate)...askedRate,
      factor: 4,
      resolution: 0.5,
      attempts: 1
    )
    while let rate = search.next, !shouldStop() { search.note(kept: try trial(rate).valid) }
    knee = search.knee
  }

  /// The advised next step.
  public var advice: BusyMachineAdvice {
    switch knee.rate {
    case .some(let rate) where rate >= askedRate: .tryAgain
    case .some(let rate): .lower(rate: rate)
    case nil: .wait
    }
  }
}
