import KymoHistogram

/// Observations of the platform by a thread beside the run: how late it woke, and the system's counts.
///
/// The thread sleeps until the next millisecond, again and again, and does nothing that could be slow: when
/// it wakes late, something else than a handler kept it waiting. It shares a core with the run only if
/// there is no third one, and then some of what it sees is the run itself.
public struct HiccupReport: Sendable {
  /// How late it has to wake for that to count as a hiccup, in ns.
  public static var threshold: Int64 { 100_000 }
  /// How many hiccups ``longest`` has at most.
  public static var maximumListed: Int { 100 }

  /// Between two looks, in ns: 1 ms, and more in runs of over three minutes.
  public var intervalNanoseconds: Int64
  /// How often it looked.
  public var count: Int
  /// How late it woke; what a stall swallowed counts as late, too.
  public var lateness: LatencySummary
  /// How many hiccups there were.
  public var hiccupCount: Int
  /// The longest of them, the longest first.
  public var longest: [Hiccup]
  /// The time that the thread itself took of a core, in ns.
  public var processorNanoseconds: Int64
  /// The counts from its first look to its last.
  public var counters: SystemCounters
  /// Every look, in order.
  let ticks: [HiccupTick]

  /// Sums up what the thread noted of a run that began at `start` on the monotonic clock.
  init(_ recorder: consuming HiccupRecorder, start: Int64) {
    self.init(
      ticks: recorder.ticks.prefix(recorder.count).map {
        var tick = $0
        tick.target -= start
        tick.woke -= start
        return tick
      },
      intervalNanoseconds: recorder.interval,
      lostCount: recorder.lostCount,
      processorNanoseconds: recorder.processorNanoseconds
    )
  }

  /// Sums up looks that were made in order; `lostCount` more were not kept.
  init(
    ticks: [HiccupTick],
    intervalNanoseconds: Int64,
    lostCount: Int = 0,
    processorNanoseconds: Int64 = 0
  ) {
    self.ticks = ticks
    self.intervalNanoseconds = intervalNanoseconds
    self.processorNanoseconds = processorNanoseconds
    count = ticks.count + lostCount
    let histogram = LoadRun.makeHistogram()
    for tick in ticks {
      histogram.recordCorrected(tick.lateness, expectedInterval: intervalNanoseconds)
    }
    lateness = LatencySummary(histogram)
    let hiccups = ticks.filter { $0.lateness > Self.threshold }
      .map { Hiccup(startNanoseconds: $0.target, nanoseconds: $0.lateness) }
    hiccupCount = hiccups.count
    longest = Array(
      hiccups.sorted {
        ($1.nanoseconds, $0.startNanoseconds) < ($0.nanoseconds, $1.startNanoseconds)
      }.prefix(Self.maximumListed)
    )
    counters = SystemCounters(ticks[...])
    // The generator's thread has ended by the last look.
    if let last = ticks.lastIndex(where: { $0.generatorDelay >= 0 }) {
      counters.generatorDelayNanoseconds =
        SystemCounters(ticks[...last]).generatorDelayNanoseconds
    }
  }

  /// Returns the counts from the last look before `start` to the first after `end`, in ns after the
  /// start of the run; nil if there are no such looks.
  ///
  /// - Complexity: O(log looks), beside the distance to a look that has everything.
  func counters(from start: Int64, to end: Int64) -> SystemCounters? {
    let first = ticks.partitioningIndex { $0.woke > start } - 1
    let last = ticks.partitioningIndex { $0.woke >= end }
    guard first >= 0, last < ticks.count else { return nil }
    // Time lost to the hypervisor is not in every look.
    let before = ticks[...first].lastIndex { $0.steal >= 0 }
    let after = ticks[last...].firstIndex { $0.steal >= 0 }
    var counters = SystemCounters(ticks[first...last])
    counters.stealNanoseconds = nil
    if let before, let after {
      counters.stealNanoseconds = ticks[after].steal - ticks[before].steal
    }
    return counters
  }

  /// The hiccup that has most in common with a time, and how much that is in ns; nil if none has any.
  func hiccup(from start: Int64, to end: Int64) -> (hiccup: Hiccup, shared: Int64)? {
    var best: (hiccup: Hiccup, shared: Int64)?
    var index = ticks.partitioningIndex { $0.woke > start }
    while index < ticks.count, ticks[index].target < end {
      let tick = ticks[index]
      let shared = min(tick.woke, end) - max(tick.target, start)
      if tick.lateness > Self.threshold, shared > best?.shared ?? 0 {
        best = (Hiccup(startNanoseconds: tick.target, nanoseconds: tick.lateness), shared)
      }
      index += 1
    }
    return best
  }
}
