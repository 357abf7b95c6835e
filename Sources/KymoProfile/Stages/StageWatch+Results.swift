import KymoHistogram
import KymoText

extension StageWatch {
  /// The account of the watch on itself.
  public struct Account: Sendable, Equatable {
    /// How many intervals were measured.
    public var intervals: Int
    /// The time that an empty interval measures as, in ns; it is subtracted from each.
    public var costNanoseconds: Double
    /// In steps of how many ns the counter moves, which no time is finer than.
    public var stepNanoseconds: Double
    /// The time that the watch itself took between the events, in ns, without the intervals' cost.
    public var ownNanoseconds: Int64
    /// From the beginnings of the runs to their ends, in ns.
    public var runNanoseconds: Int64
    /// How many intervals belonged to an event that had too many.
    public var lostIntervals: Int
    /// Whether the processor's own counter was read, not the system's clock.
    public var usesCounter: Bool
  }

  /// The account so far; ask once the runs are over.
  public var account: Account {
    let scale = log.clock.nanosecondsPerTick
    return Account(
      intervals: log.intervals,
      costNanoseconds: Double(log.cost) * scale,
      stepNanoseconds: Double(log.step) * scale,
      ownNanoseconds: Int64(Double(log.ownTicks) * scale),
      runNanoseconds: Int64(Double(log.runTicks) * scale),
      lostIntervals: log.lost,
      usesCounter: log.clock.isSteady
    )
  }

  /// Whose stages are kept one by one, in words: `1,000 of the 12,120 events of one run, one in 12`; nil if nobody's.
  public var keptEvents: String? {
    guard !log.kept.isEmpty, log.keptOf.events > 0 else { return nil }
    let (count, all, stride) = (log.kept.count, log.keptOf.events, log.keptOf.stride)
    let events = log.selection.threshold > 0 ? "slow events" : "events"
    if count == all { return "all \(NumberText.grouped(all)) \(events) of one run" }
    return "\(NumberText.grouped(count)) of the \(NumberText.grouped(all)) \(events) of one run"
      + (stride > 1 ? ", one in \(NumberText.grouped(stride))" : ", the first of them")
  }

  /// How many events went through it so far.
  public var eventCount: Int { Int(log.events.totalCount) }

  /// How many of those were slow, or how many were timed stage by stage if not only slow ones are.
  public var slowCount: Int { log.seen }

  /// How long an event took, in ns, that `percentile` % of all events do not exceed.
  public func eventNanoseconds(atPercentile percentile: Double) -> Int64 {
    Int64(Double(log.events.value(atPercentile: percentile)) * log.clock.nanosecondsPerTick)
  }

  /// Only looks how long events take, in the runs to come.
  public func survey() { log.selection = EventSelection(isSurvey: true) }

  /// Times all events in the runs to come, and keeps the stages of some, spread over a run.
  ///
  /// - Parameter expected: how many events a run has, about.
  public func timeAll(expected: Int) {
    log.selection = EventSelection(
      stride: max(1, expected / EventSelection.maximumEvents)
    )
  }

  /// Times only slow events in the runs to come, and keeps the stages of some of them.
  ///
  /// - Parameters:
  ///   - nanoseconds: from how long on an event is slow.
  ///   - expected: how many slow events there will be, about.
  public func timeSlow(from nanoseconds: Int64, expected: Int) {
    let ticks = Double(nanoseconds) / log.clock.nanosecondsPerTick
    log.selection = EventSelection(
      threshold: max(1, Int64(ticks)),
      stride: max(1, expected / EventSelection.maximumEvents)
    )
  }

  /// The time that those of the events so far took together that took so long, or longer; about, as a histogram tells.
  ///
  /// - Parameter nanoseconds: from how long on an event counts, in ns; 0 for all.
  /// - Returns: the sum of their times, in ns.
  public func eventTime(from nanoseconds: Int64 = 0) -> Int64 {
    let ticks = Double(nanoseconds) / log.clock.nanosecondsPerTick
    let layout = log.events.layout
    var sum = 0.0
    for index in 0..<layout.bucketCount {
      let count = log.events.count(atIndex: index)
      let middle = Double(layout.medianEquivalent(ofIndex: index))
      if count > 0, middle >= ticks { sum += middle * Double(count) }
    }
    return Int64(sum * log.clock.nanosecondsPerTick)
  }

  /// How many of the events so far took so long, in ns, or longer; about, as a histogram tells.
  public func eventCount(from nanoseconds: Int64) -> Int {
    let ticks = Int64(Double(nanoseconds) / log.clock.nanosecondsPerTick)
    let layout = log.events.layout
    guard layout.bucketCount > 0 else { return 0 }
    var count: Int64 = 0
    for index in 0..<layout.bucketCount where layout.medianEquivalent(ofIndex: index) >= ticks {
      count += log.events.count(atIndex: index)
    }
    return Int(count)
  }
}
