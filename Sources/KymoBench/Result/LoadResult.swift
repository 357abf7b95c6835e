public import KymoCore
public import KymoHistogram

/// What a load run measured, and whether it means anything.
public struct LoadResult {
  /// Where the intended starts came from.
  public var arrivals: Arrivals
  /// How many events the plan has.
  public var plannedCount: Int
  /// How many of them the generator got to; fewer only if the run was interrupted.
  public var offeredCount: Int
  /// How many events at the start were dispatched but not measured.
  public var warmUpCount: Int
  /// How the warm-up ended.
  public var warmUp: WarmUpOutcome
  /// Whether the run was stopped before the end of the plan.
  public var interrupted: Bool
  /// The mean rate at which the measured events were due, in events/s; 0 if it is not defined.
  public var offeredRate: Double
  /// The mean rate at which they were done, in events/s; 0 if it is not defined.
  ///
  /// It counts from when the first was due, so that it is never above ``offeredRate``; it falls
  /// below by what was lost, and by what was late in the end.
  public var achievedRate: Double
  /// When the first measured event was due and the last was done, in ns since the start of the run.
  public var measuredNanoseconds: ClosedRange<Int64>
  /// How long after its intended start each measured event was in the queue.
  public var slip: LatencySummary
  /// The slips in ns, for exports.
  public var slipHistogram: Histogram
  /// The places at which events were lost, also during the warm-up.
  public var drops: [LoadDrop]
  /// Each command that occurs in the workload, in the order of the ids; the unknown first, if any.
  public var commands: [CommandReport]
  /// All commands together.
  public var overall: CommandReport
  /// The response time in ns beyond which an event missed its deadline, if there was one.
  public var deadlineNanoseconds: Int64?
  /// The response times of all commands over the run, those of the warm-up among them.
  public var timeline: LatencyTimeline
  /// One event in so many, on average, was timed; 1 if all were.
  ///
  /// Counts are of all events.
  public var sampleInterval: Int
  /// The slowest events that were measured, the slowest first; nil if nobody asked for them.
  public var tail: [TailEvent]?
  /// What a thread beside the run saw of the platform; nil if there was none.
  public var hiccups: HiccupReport?
  /// Why the figures must not be compared; empty if they may.
  public var reasons: [InvalidReason]
  /// What the machine contributed.
  public var platform: LoadPlatform
  /// What the system counted meanwhile; nil if it does not tell, or time stood still.
  public var process: ProcessCounts?
  /// The runs that this is the sum of; nil if it is a run itself.
  public var repetitions: RepetitionSet?

  /// Whether the figures may be compared with those of another run.
  public var valid: Bool { reasons.isEmpty }

  /// Puts a result together from its parts.
  init(
    arrivals: Arrivals,
    plannedCount: Int,
    offeredCount: Int,
    warmUpCount: Int,
    warmUp: WarmUpOutcome,
    interrupted: Bool,
    offeredRate: Double,
    achievedRate: Double,
    measuredNanoseconds: ClosedRange<Int64>,
    slip: LatencySummary,
    slipHistogram: Histogram,
    drops: [LoadDrop],
    commands: [CommandReport],
    overall: CommandReport,
    timeline: LatencyTimeline,
    sampleInterval: Int,
    reasons: [InvalidReason],
    platform: LoadPlatform
  ) {
    self.arrivals = arrivals
    self.plannedCount = plannedCount
    self.offeredCount = offeredCount
    self.warmUpCount = warmUpCount
    self.warmUp = warmUp
    self.interrupted = interrupted
    self.offeredRate = offeredRate
    self.achievedRate = achievedRate
    self.measuredNanoseconds = measuredNanoseconds
    self.slip = slip
    self.slipHistogram = slipHistogram
    self.drops = drops
    self.commands = commands
    self.overall = overall
    self.timeline = timeline
    self.sampleInterval = sampleInterval
    self.reasons = reasons
    self.platform = platform
  }

  /// Collects what the two halves of a run counted.
  ///
  /// `abandonedCount` is how many events a stop left in the queue; 0 if there was no stop.
  @usableFromInline init<Sink: OutcomeSink & ~Copyable, Clock: NanosecondClock>(
    _ run: LoadRun,
    _ generator: borrowing LoadGenerator,
    _ dispatcher: borrowing Dispatcher<LatencyLedger<Sink, Clock>>,
    abandonedCount: Int,
    platform: LoadPlatform,
    hiccups: HiccupReport? = nil
  ) {
    arrivals = run.plan.arrivals
    plannedCount = run.plan.count
    offeredCount = generator.cursor.index
    warmUpCount = min(dispatcher.sink.warmUp, generator.cursor.index)
    warmUp = dispatcher.sink.warmUpOutcome
    interrupted = offeredCount < plannedCount || abandonedCount > 0
    slipHistogram = generator.slip
    slip = LatencySummary(generator.slip)
    drops = generator.drops(abandoned: abandonedCount)
    commands = []
    let total = CommandHistograms()
    var statuses = StatusCounts()
    deadlineNanoseconds = run.configuration.deadlineNanoseconds
    for (index, command) in dispatcher.sink.commands.enumerated() {
      var report = CommandReport(
        name: dispatcher.table.name(of: command) ?? OutcomeStatus.unknownCommand.name,
        dispatcher.sink.histograms[index],
        statuses: dispatcher.sink.statuses(index)
      )
      report.stream = dispatcher.sink.jitters[index].map {
        StreamReport(age: report.response, jitter: $0)
      }
      if deadlineNanoseconds != nil { report.missedDeadlines = dispatcher.sink.missed(index) }
      commands.append(report)
      total.add(report)
      statuses.add(report.statuses)
    }
    overall = CommandReport(name: "all", total, statuses: statuses)
    if deadlineNanoseconds != nil {
      overall.missedDeadlines = commands.reduce(0) { $0 + ($1.missedDeadlines ?? 0) }
    }
    let offsets = run.plan.offsets[min(warmUpCount, offeredCount)..<offeredCount]
    let first = offsets.first ?? 0
    let last = offsets.last ?? 0
    let end = max(dispatcher.sink.previous - dispatcher.sink.start, last)
    offeredRate = Self.rate(offsets.count, from: first, to: last)
    achievedRate = Self.rate(dispatcher.sink.measuredCount, from: first, to: end)
    measuredNanoseconds = first...end
    timeline = dispatcher.sink.timeline.summary
    reasons = []
    self.platform = platform
    sampleInterval = run.configuration.sampleInterval
    self.hiccups = hiccups
    if dispatcher.sink.tail.isKept {
      let analysis = TailAnalysis(
        run: run,
        names: commands.map(\.name),
        allNames: [OutcomeStatus.unknownCommand.name] + dispatcher.table.names,
        pushTimes: generator.pushTimes,
        hiccups: hiccups
      )
      tail = dispatcher.sink.tail.heap.slowestFirst.map { analysis.event($0) }
    }
    reasons = judge(run.configuration)
  }

  /// The mean rate in events/s of `count` events, the first at `first` ns, the last at `last`.
  static func rate(_ count: Int, from first: Int64, to last: Int64) -> Double {
    count > 1 && last > first ? Double(count - 1) * 1e9 / Double(last - first) : 0
  }

  /// Everything that speaks against the figures.
  ///
  /// The percentile of the slip is taken of however few events there are, or the rule would be
  /// silent on short runs.
  func judge(_ configuration: LoadConfiguration) -> [InvalidReason] {
    var reasons: [InvalidReason] = []
    if interrupted {
      reasons.append(.interrupted(offered: offeredCount, planned: plannedCount))
    }
    if overall.count == 0 { reasons.append(.nothingMeasured) }
    if achievedRate < configuration.minimumAchievedShare * offeredRate {
      reasons.append(.rateNotAchieved(offered: offeredRate, achieved: achievedRate))
    }
    let slipped = slipHistogram.value(atPercentile: 99)
    if slipped > configuration.slipLimitNanoseconds {
      reasons.append(.generatorLate(p99: slipped, limit: configuration.slipLimitNanoseconds))
    }
    reasons += drops.map { .dropped($0) }
    let outOfRange =
      overall.response.outOfRangeCount + overall.service.outOfRangeCount + slip.outOfRangeCount
    if outOfRange > 0 { reasons.append(.outOfRange(outOfRange)) }
    return reasons
  }
}
