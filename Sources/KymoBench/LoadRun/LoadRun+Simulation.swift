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
    // All messages that a full queue can hold have to fit: here nobody could wait for room. The
    // capacity is rounded up to at most twice its value; one message more is lost where they wrap.
    let sides = LoadSides(
      self,
      table: table,
      sink: sink,
      clock: clock,
      messageCount: 2 * configuration.queueCapacity + 2
    )
    var driver = SimulatedDriver(sides.generator, clock)
    var pipeline = sides.pipeline
    driver.generator.start = clock.now
    pipeline.dispatcher.sink.start = clock.now
    let end = pipeline.complete(&driver, shouldStop: { $0.hasDispatched && shouldStop() })
    pipeline.dispatcher.sink.finish()
    let result = LoadResult(
      self,
      driver.generator,
      pipeline.dispatcher,
      abandonedCount: end.abandonedCount,
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
