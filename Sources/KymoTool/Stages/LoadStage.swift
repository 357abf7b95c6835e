import KymoBench
import KymoCommandLine
import KymoReport

/// A stage as it is typed: `10s@50k`, or `30s@1k..50k` for a ramp.
struct LoadStage: Equatable {
  /// `--stage DURATION@RATE`.
  static let option = OptionSpecification(
    "stage",
    "DURATION@RATE",
    isRepeatable: true,
    help:
      "A stage of the load, in events/s: 10s@50k; 30s@1k..50k rises."
  )
  /// How many stages there may be.
  static let maximumCount = 1000

  /// How long events are offered, in ns.
  let durationNanoseconds: Int64
  /// How many.
  let rate: StageRate

  /// A stage of so many ns at a mean rate in events/s.
  init(durationNanoseconds: Int64, rate: Double) {
    self.durationNanoseconds = durationNanoseconds
    self.rate = .steady(rate)
  }

  /// Reads a stage.
  ///
  /// - Throws: what is wrong with the text.
  init(text: String) throws(CommandFailure) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let duration = DurationText.nanoseconds(String(parts[0])), duration > 0,
      let rate = Self.rate(parts[1])
    else {
      throw .usage(
        "--stage wants a duration and a rate in events/s, such as 10s@50k or 1m@1.5M, or a ramp, such as 30s@1k..50k, "
          + "not '\(text)'"
      )
    }
    durationNanoseconds = duration
    self.rate = rate
    if rate.single == nil, duration > ArrivalPlan.longestRampNanoseconds {
      throw .usage("--stage \(text): a ramp has at most a million seconds")
    }
  }

  /// One rate, or the two of a ramp, of which one may be 0; nil if it is neither.
  private static func rate(_ text: Substring) -> StageRate? {
    let ends = text.split(separator: "..", omittingEmptySubsequences: false)
    let rates = ends.compactMap { RateText.perSecond(String($0)) }
    let limits = ArrivalPlan.rateRange
    guard rates.count == ends.count else { return nil }
    if rates.count == 1 { return limits.contains(rates[0]) ? .steady(rates[0]) : nil }
    guard rates.count == 2, rates.allSatisfy({ $0 == 0 || limits.contains($0) }),
      rates.contains(where: { $0 > 0 })
    else { return nil }
    return .ramp(from: rates[0], to: rates[1])
  }
}
