import KymoBench
import KymoCommandLine
import KymoReport

/// A stage as it is typed: `10s@50k`.
struct LoadStage: Equatable {
  /// `--stage DURATION@RATE`.
  static let option = OptionSpecification(
    "stage",
    "DURATION@RATE",
    isRepeatable: true,
    help:
      "A stage of the load, in events/s: 10s@50k."
  )
  /// How many stages there may be.
  static let maximumCount = 1000

  /// How long events are offered, in ns.
  let durationNanoseconds: Int64
  /// The mean rate in events/s.
  let rate: Double

  /// A stage of so many ns at a mean rate in events/s.
  init(durationNanoseconds: Int64, rate: Double) {
    self.durationNanoseconds = durationNanoseconds
    self.rate = rate
  }

  /// Reads a stage.
  ///
  /// - Throws: what is wrong with the text.
  init(text: String) throws(CommandFailure) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let duration = DurationText.nanoseconds(String(parts[0])), duration > 0,
      let rate = RateText.perSecond(String(parts[1])), ArrivalPlan.rateRange.contains(rate)
    else {
      throw .usage(
        "--stage wants a duration and a rate in events/s, such as 10s@50k or 1m@1.5M, not '\(text)'"
      )
    }
    durationNanoseconds = duration
    self.rate = rate
  }
}
