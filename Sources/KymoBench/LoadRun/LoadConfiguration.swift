public import KymoCore

/// How a load run is made; every value has a default that suits a machine with two free cores.
public struct LoadConfiguration: Sendable {
  /// How many events fit in the queue, rounded up to a power of two; default 4,096.
  public var queueCapacity = 4096
  /// How many bytes of messages fit in the queue at least; default 1 MiB.
  ///
  /// If the longest message needs more, it is given more.
  public var arenaBytes = 1 << 20
  /// The fate of an event that does not fit; by default the generator waits and slips.
  public var overflow = OverflowPolicy.wait
  /// The part that is not measured; by default ``WarmUp/automatic``.
  public var warmUp = WarmUp.automatic
  /// Where the threads run; default ``LoadCores/unpinned``.
  public var cores = LoadCores.unpinned
  /// How the dispatcher waits for events; nil: spins, or yields if both threads share a core.
  public var dispatcherWait: WaitStrategy?
  /// The run is invalid if the 99th percentile of the slip is above this, in ns; default 1 ms.
  public var slipLimitNanoseconds: Int64 = 1_000_000
  /// The run is invalid if less than this share of the offered rate is achieved; default 0.99.
  public var minimumAchievedShare = 0.99
  /// The run is invalid if the dispatcher was ready to run and had no core for more than this share of the time;
  /// default 0.02: beyond, the 99th percentile is that of the scheduler.
  ///
  /// The housekeeping of an idle virtual machine with two cores was seen to take 0.012.
  public var dispatcherDelayShare = 0.02
  /// The response time in ns beyond which an event counts as one that missed its deadline; nil for none.
  public var deadlineNanoseconds: Int64?
  /// Of how many events at most, the slowest, it is noted what was going on; default 0.
  ///
  /// From 1 on a thread looks for stalls of the platform, every millisecond.
  public var tailCount = 0
  /// One event in so many, on average, is timed, the others are counted; default 1: every event.
  ///
  /// The distances are random, so that nothing periodic in the events is always, or never, timed.
  public var sampleInterval = 1
  /// The seed of those distances.
  public var sampleSeed: UInt64 = 0
  /// Told once a second how the run goes on, by a thread of its own; nil for nobody.
  public var live: (@Sendable (LiveSecond) -> Void)?
  /// How long after both threads are ready the run starts, in ns; default 10 ms.
  public var leadNanoseconds: Int64 = 10_000_000

  /// The defaults.
  public init() {}
}
