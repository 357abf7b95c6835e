public import KymoCore

extension LoadRun {
  /// Dispatches the events back to back on the calling thread: what the handlers cost, and nothing else.
  ///
  /// No thread waits for another, so that a neighbour on the machine can only stretch single events. Service
  /// times are those of ``run(table:sink:clock:shouldStop:)``; response times have no meaning without a
  /// schedule, and there are none. With a clock that stands still the same steps are made every time, to
  /// the instruction.
  ///
  /// - Parameters:
  ///   - table: the commands; handlers have state, so every run gets a table of its own.
  ///   - sink: told of every outcome, also those of the warm-up; its time counts as the event's.
  ///   - clock: times every event.
  ///   - eventLimit: ends the run after so many events of the plan, or with the plan. Two runs that differ in
  ///     nothing else differ by what their events cost.
  ///   - isMetered: whether to ask the system for the process's counts, which are never the same twice.
  ///   - shouldStop: asked after 256 events at most.
  /// - Returns: what was measured; both rates are that of the whole run.
  @inlinable public func runUnpaced<Sink: OutcomeSink & ~Copyable>(
    table: consuming CommandTable,
    sink: inout Sink,
    clock: some NanosecondClock = MonotonicClock(),
    eventLimit: Int = .max,
    isMetered: Bool = true,
    shouldStop: () -> Bool = { false }
  ) -> LoadResult {
    let sides = LoadSides(
      self,
      table: table,
      sink: sink,
      clock: clock,
      messageCount: 2 * Self.maximumRun + 2,
      isScheduled: false
    )
    let limit = min(plan.count, max(0, eventLimit))
    var driver = UnpacedDriver(sides.generator, upTo: limit)
    var pipeline = sides.pipeline
    let meter = isMetered ? ProcessMeter() : nil
    meter?.begin()
    let start = clock.now
    // Everything was due long ago: the ledger's response times, which are dropped, stay above 0.
    pipeline.dispatcher.sink.start = start &- plan.lastOffset
    pipeline.complete(&driver, shouldStop: { $0.isEmpty && shouldStop() })
    pipeline.dispatcher.sink.finish()
    let elapsed = clock.now &- start
    let process = meter?.end()
    let result = LoadResult(
      unpaced: self,
      driver.generator,
      pipeline.dispatcher,
      eventLimit: limit,
      elapsedNanoseconds: elapsed,
      process: process
    )
    sink = pipeline.dispatcher.sink.takeSink()
    return result
  }
}
