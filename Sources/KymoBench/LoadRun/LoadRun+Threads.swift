public import KymoCore
public import Synchronization

extension LoadRun {
  /// Makes the run: a generator on a thread of its own, the dispatcher on the calling one.
  ///
  /// The calling thread's cores are restored afterwards.
  ///
  /// - Parameters:
  ///   - table: the commands; handlers have state, so every run gets a table of its own.
  ///   - sink: told of every outcome, also those of the warm-up; its time counts as the event's.
  ///   - clock: the time of both threads.
  ///   - shouldStop: asked on the calling thread, after 256 events at most and all the time while
  ///     there are none, so it has to be cheap. Once it says true the run ends: what is in the
  ///     queue is thrown away and counted, and the result is invalid.
  /// - Returns: what was measured, valid or not.
  /// - Complexity: takes as long as the plan; allocates nothing from the start to the end of it.
  @inlinable public func run<Sink: OutcomeSink & ~Copyable>(
    table: consuming CommandTable,
    sink: inout Sink,
    clock: some NanosecondClock = MonotonicClock(),
    shouldStop: () -> Bool = { false }
  ) -> LoadResult {
    var kept: CommandTable? = table
    return run(keeping: &kept, sink: &sink, clock: clock, shouldStop: shouldStop)
  }

  /// Makes the run as ``run(table:sink:clock:shouldStop:)`` does, and leaves the table with its handlers for a run
  /// that continues this one: see ``Workload/continued(after:)``.
  ///
  /// - Parameters:
  ///   - kept: the commands; they are there again in the end, and their handlers have the state that they are in.
  ///   - sink: told of every outcome, also those of the warm-up.
  ///   - clock: the time of both threads.
  ///   - shouldStop: asked as often.
  /// - Returns: what was measured, valid or not.
  /// - Precondition: there is a table.
  @inlinable public func run<Sink: OutcomeSink & ~Copyable>(
    keeping kept: inout CommandTable?,
    sink: inout Sink,
    clock: some NanosecondClock = MonotonicClock(),
    shouldStop: () -> Bool = { false }
  ) -> LoadResult {
    guard let table = kept.take() else { preconditionFailure("a run needs a table") }
    let (original, control) = (CoreAffinity.current(), LoadControl())
    // A single message may take half of the arena.
    let sides = LoadSides(self, table: table, sink: sink, clock: clock, messageCount: 2)
    let ring = sides.generator.producer.observer
    let generatorBox = HandOver(sides.generator)
    var pipeline = sides.pipeline
    let cores = configuration.cores
    // Threads that have to share a core must not spin on it.
    let isShared = cores.isShared || original?.cores.count == 1
    let thread = startGenerator(generatorBox, control, clock: clock, yielding: isShared)
    var platform = LoadPlatform(cores: cores, available: original?.cores.count)
    if case .pinned(_, let core) = cores {
      platform.dispatcherIsPinned = CoreAffinity(core: core).apply()
    }
    platform.timerFloorNanoseconds = LoadPlatform.timerFloor(of: clock)
    platform.measuringNanoseconds = measuringNanoseconds(pipeline.dispatcher.table, clock: clock)
    let meter = ProcessMeter()
    control.awaitReady()
    let watch = HiccupWatch(
      self,
      clock: clock,
      generator: control.generatorThread.load(ordering: .relaxed),
      original: original
    )
    let live = LiveWatch(
      configuration,
      pipeline.dispatcher.sink.timeline.window,
      ring: ring,
      original: original
    )
    let delay = DispatcherDelay()
    meter.begin()
    let start = clock.now &+ configuration.leadNanoseconds
    pipeline.dispatcher.sink.start = start
    control.start.store(start, ordering: .releasing)
    let strategy = configuration.dispatcherWait ?? (isShared ? .spinThenYield : .spin)
    var driver = ThreadedDriver(strategy, control)
    let end = pipeline.complete(&driver, waiting: strategy, shouldStop: { _ in shouldStop() })
    pipeline.dispatcher.sink.finish()
    let process = meter.end()
    // Threads that share a core wait for each other, as they are meant to.
    platform.dispatcherDelayNanoseconds = isShared ? nil : delay.end()
    thread.join()
    live?.finish()
    let hiccups = watch?.finish(start: start)
    platform.generatorIsPinned = control.generatorIsPinned.load(ordering: .relaxed)
    original?.apply()
    let result = LoadResult(
      self,
      generatorBox.take(),
      pipeline.dispatcher,
      abandonedCount: end.abandonedCount,
      platform: platform,
      process: process,
      hiccups: hiccups
    )
    sink = pipeline.dispatcher.sink.takeSink()
    kept = pipeline.takeTable()
    return result
  }

  /// Starts the thread that pushes what is in the box, once it is told when the run starts, and puts it back.
  @inlinable func startGenerator(
    _ box: HandOver<LoadGenerator>,
    _ control: LoadControl,
    clock: some NanosecondClock,
    yielding: Bool
  ) -> JoiningThread {
    let cores = configuration.cores
    return JoiningThread {
      var generator = box.take()
      if case .pinned(let core, _) = cores {
        control.generatorIsPinned.store(CoreAffinity(core: core).apply(), ordering: .relaxed)
      }
      control.generatorThread.store(HiccupWatch.currentThread, ordering: .relaxed)
      control.isReady.store(true, ordering: .releasing)
      generator.start = control.awaitStart()
      generator.run(clock, yielding: yielding) { control.isStopped.load(ordering: .relaxed) }
      generator.producer.finish()
      box.put(generator)
    }
  }

  /// Makes the run without a sink of the caller's.
  @inlinable public func run(
    table: consuming CommandTable,
    clock: some NanosecondClock = MonotonicClock(),
    shouldStop: () -> Bool = { false }
  ) -> LoadResult {
    var sink = NoSink()
    return run(table: table, sink: &sink, clock: clock, shouldStop: shouldStop)
  }
}
