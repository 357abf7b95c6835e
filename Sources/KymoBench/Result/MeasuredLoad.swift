/// The measurements of the events that were dispatched after the warm-up.
public struct MeasuredLoad {
  /// How many events at the start were dispatched but not measured.
  public let warmUpCount: Int
  /// How the warm-up ended.
  public let warmUp: WarmUpOutcome
  /// The mean rate at which the measured events were done, in events/s; 0 if it is not defined.
  ///
  /// It counts from when the first was due, so that it is never above ``OfferedLoad/rate``; it falls
  /// below by what was lost, and by what was late in the end.
  public let rate: Double
  /// When the first measured event was due and the last was done, in ns since the start of the run.
  public let nanoseconds: ClosedRange<Int64>
  /// Each command that occurs in the workload, in the order of the ids; the unknown first, if any.
  public let commands: [CommandReport]
  /// All commands together.
  public let overall: CommandReport
  /// The response time in ns beyond which an event missed its deadline, if there was one.
  public let deadlineNanoseconds: Int64?
  /// The response times of all commands over the run, those of the warm-up among them.
  public let timeline: LatencyTimeline
  /// One event in so many, on average, was timed; 1 if all were.
  ///
  /// Counts are of all events.
  public let sampleInterval: Int
  /// The slowest events that were measured, the slowest first; nil if nobody asked for them.
  public let tail: [TailEvent]?
  /// The stalls that the tail consists of; nil if nobody asked for it.
  public let stalls: TailStalls?

  /// Puts together what was measured; times are in ns, `rate` in events/s.
  package init(
    warmUpCount: Int,
    warmUp: WarmUpOutcome,
    rate: Double,
    nanoseconds: ClosedRange<Int64>,
    commands: [CommandReport],
    overall: CommandReport,
    deadlineNanoseconds: Int64? = nil,
    timeline: LatencyTimeline = .none,
    sampleInterval: Int = 1,
    tail: [TailEvent]? = nil,
    stalls: TailStalls? = nil
  ) {
    self.warmUpCount = warmUpCount
    self.warmUp = warmUp
    self.rate = rate
    self.nanoseconds = nanoseconds
    self.commands = commands
    self.overall = overall
    self.deadlineNanoseconds = deadlineNanoseconds
    self.timeline = timeline
    self.sampleInterval = sampleInterval
    self.tail = tail
    self.stalls = stalls
  }

  /// How long was measured, in ns.
  public var durationNanoseconds: Int64 { nanoseconds.upperBound - nanoseconds.lowerBound }
}
