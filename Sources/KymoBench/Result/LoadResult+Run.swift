public import KymoCore

extension LoadResult {
  /// Collects what the two halves of a run counted.
  ///
  /// `abandonedCount` is how many events a stop left in the queue; 0 if there was no stop.
  @usableFromInline init<Sink: OutcomeSink & ~Copyable, Clock: NanosecondClock>(
    _ run: LoadRun,
    _ generator: borrowing LoadGenerator,
    _ dispatcher: borrowing Dispatcher<LatencyLedger<Sink, Clock>>,
    abandonedCount: Int,
    platform: LoadPlatform,
    process: ProcessCounts? = nil,
    hiccups: HiccupReport? = nil
  ) {
    let count = generator.cursor.index
    let warmUpCount = min(dispatcher.sink.warmUp.place, count)
    let span = MeasuredSpan(
      count: count - warmUpCount,
      first: generator.measuredFrom,
      last: generator.latest,
      end: dispatcher.sink.timer.done
    )
    let offered = OfferedLoad(
      generator,
      arrivals: run.plan.arrivals,
      // Of a plan that was not counted in advance it is known at its end.
      plannedCount: generator.isDone ? count : max(run.plan.count, count + 1),
      abandonedCount: abandonedCount,
      rate: span.offeredRate
    )
    let (commands, overall) = dispatcher.sink.reports(
      dispatcher.table,
      deadlineNanoseconds: run.configuration.deadlineNanoseconds
    )
    let analysis = TailAnalysis(
      run: run,
      names: commands.map(\.name),
      allNames: [OutcomeStatus.unknownCommand.name] + dispatcher.table.names,
      hiccups: hiccups
    )
    let measured = MeasuredLoad(
      warmUpCount: warmUpCount,
      warmUp: dispatcher.sink.warmUp.outcome,
      rate: span.achievedRate(dispatcher.sink.measuredCount),
      nanoseconds: span.nanoseconds,
      commands: commands,
      overall: overall,
      deadlineNanoseconds: run.configuration.deadlineNanoseconds,
      timeline: dispatcher.sink.timeline.summary,
      sampleInterval: run.configuration.sampleInterval,
      tail: dispatcher.sink.tailEvents(analysis),
      stalls: dispatcher.sink.tailStalls(analysis)
    )
    self.init(
      offered: offered,
      measured: measured,
      validity: LoadValidity(
        offered,
        measured,
        run.configuration,
        dispatcherDelay: platform.dispatcherDelayNanoseconds
      ),
      platform: platform,
      system: SystemObservations(process: process, hiccups: hiccups)
    )
  }

  /// Collects what was counted of events that came back to back: without what only a schedule gives a
  /// meaning, which are response times, replies and the offered rate.
  ///
  /// - Parameters:
  ///   - run: what was run.
  ///   - generator: what sent the events.
  ///   - dispatcher: what took them.
  ///   - eventLimit: how many events were the whole plan.
  ///   - elapsedNanoseconds: how long it took.
  ///   - process: what the system counted meanwhile.
  @usableFromInline init<Sink: OutcomeSink & ~Copyable, Clock: NanosecondClock>(
    unpaced run: LoadRun,
    _ generator: borrowing LoadGenerator,
    _ dispatcher: borrowing Dispatcher<LatencyLedger<Sink, Clock>>,
    eventLimit: Int,
    elapsedNanoseconds: Int64,
    process: ProcessCounts?
  ) {
    let count = generator.cursor.index
    let rate = elapsedNanoseconds > 0 ? Double(count) * 1e9 / Double(elapsedNanoseconds) : 0
    let offered = OfferedLoad(
      generator,
      arrivals: run.plan.arrivals,
      plannedCount: eventLimit,
      abandonedCount: 0,
      rate: rate
    )
    let (commands, overall) = dispatcher.sink.reports(
      dispatcher.table,
      deadlineNanoseconds: run.configuration.deadlineNanoseconds
    )
    let warmUpCount = min(dispatcher.sink.warmUp.place, count)
    let span = MeasuredSpan(
      run.plan,
      warmUpCount..<count,
      end: dispatcher.sink.timer.done
    )
    let measured = MeasuredLoad(
      warmUpCount: warmUpCount,
      warmUp: dispatcher.sink.warmUp.outcome,
      rate: rate,
      nanoseconds: span.nanoseconds,
      commands: commands.map(\.withoutSchedule),
      overall: overall.withoutSchedule,
      deadlineNanoseconds: run.configuration.deadlineNanoseconds,
      timeline: LatencyTimeline(
        intervalNanoseconds: dispatcher.sink.timeline.width,
        intervals: []
      ),
      sampleInterval: run.configuration.sampleInterval
    )
    self.init(
      offered: offered,
      measured: measured,
      validity: LoadValidity(offered, measured, run.configuration, isPaced: false),
      platform: LoadPlatform(cores: .unpinned, available: nil),
      system: SystemObservations(process: process)
    )
  }
}
