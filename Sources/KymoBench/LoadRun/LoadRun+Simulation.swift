public import KymoCore

extension LoadRun {
  /// Makes the run on one thread in virtual time: the same steps, and equal results every time.
  ///
  /// Handlers take no time unless they wait on `clock` themselves, which is how a service time or a
  /// stall is stated. The generator counts as a machine of its own that is only ever held up by a
  /// full queue. For tests of whatever uses results, and to see what a known stall should look
  /// like.
  ///
  /// - Parameters:
  ///   - table: the commands.
  ///   - sink: told of every outcome.
  ///   - clock: the dispatcher's time; the run starts at its present.
  ///   - shouldStop: asked after every event.
  /// - Returns: what was measured, in virtual ns.
  public func simulate<Sink: OutcomeSink & ~Copyable>(
    table: consuming CommandTable,
    sink: inout Sink,
    clock: VirtualClock,
    shouldStop: () -> Bool = { false }
  ) -> LoadResult {
    let start = clock.now
    let generatorClock = VirtualClock(startingAt: start)
    // All messages that a full queue can hold have to fit: here nobody could wait for room. The
    // capacity is rounded up to at most twice its value; one message more is lost where they wrap.
    let queue = makeQueue(messageCount: 2 * configuration.queueCapacity + 2)
    let warmUp = makeWarmUpEnd()
    let pushTimes = PushTimes(capacity: queue.producer.capacity)
    var generator = LoadGenerator(self, queue.producer, warmUp: warmUp, pushTimes: pushTimes)
    generator.start = start
    var pipeline = Pipeline(
      table: table,
      sink: LatencyLedger(
        self,
        table: table,
        sink: sink,
        clock: clock,
        warmUp: warmUp,
        pushTimes: pushTimes
      )
    )
    pipeline.add(queue.consumer)
    pipeline.dispatcher.sink.start = start
    var abandoned = 0
    var isHeldUp = false
    loop: while true {
      isHeldUp = generator.catchUp(generatorClock, to: clock.now)
      if generator.isDone { generator.producer.finish() }
      // Slots are given back after this: what was due meanwhile finds the queue as it was.
      let progress = pipeline.step(
        upTo: 1,
        whileHeld: { isHeldUp = generator.catchUp(generatorClock, to: clock.now) }
      )
      switch progress {
      case .dispatched:
        if isHeldUp { generatorClock.wait(until: clock.now) }
        guard shouldStop() else { break }
        generator.producer.finish()
        abandoned = pipeline.abandon()
        break loop
      case .idle: clock.wait(until: generator.due)
      case .finished:
        pipeline.finish()
        break loop
      }
    }
    pipeline.dispatcher.sink.finish()
    let result = LoadResult(
      self,
      generator,
      pipeline.dispatcher,
      abandonedCount: abandoned,
      platform: LoadPlatform(cores: .unpinned, available: nil)
    )
    sink = pipeline.dispatcher.sink.takeSink()
    return result
  }

  /// Makes the simulated run without a sink of the caller's.
  public func simulate(
    table: consuming CommandTable,
    clock: VirtualClock,
    shouldStop: () -> Bool = { false }
  ) -> LoadResult {
    var sink = NoSink()
    return simulate(table: table, sink: &sink, clock: clock, shouldStop: shouldStop)
  }
}
