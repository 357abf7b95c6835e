/// A second or so of a run that goes on, as far as it is known by then.
///
/// The times are of the events that were timed in it, to one digit, those of the warm-up among them; the figures of the
/// result are finer.
public struct LiveSecond: Sendable, Equatable {
  /// How long the run went on by then, in ns, about.
  public var elapsedNanoseconds: Int64
  /// How many events were done per second; nil if the system does not let it look.
  public var rate: Double?
  /// The median of their response times in ns; nil below 20 that were timed.
  public var p50: Int64?
  /// The 99th percentile of those in ns; nil below 1,000.
  public var p99: Int64?
  /// How many events were dropped since the start; nil where that is only known in the end.
  public var drops: UInt64?

  /// States the figures.
  public init(
    elapsedNanoseconds: Int64,
    rate: Double?,
    p50: Int64? = nil,
    p99: Int64? = nil,
    drops: UInt64? = nil
  ) {
    self.elapsedNanoseconds = elapsedNanoseconds
    self.rate = rate
    self.p50 = p50
    self.p99 = p99
    self.drops = drops
  }
}
