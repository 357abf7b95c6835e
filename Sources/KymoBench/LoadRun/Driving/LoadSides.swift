public import KymoCore

/// The two sides of a load run before it begins: who sends, and the pipeline that is loaded.
@frozen @usableFromInline
struct LoadSides<Sink: OutcomeSink & ~Copyable, Clock: NanosecondClock>: ~Copyable {
  @usableFromInline var generator: LoadGenerator
  @usableFromInline var pipeline: Pipeline<LatencyLedger<Sink, Clock>>

  /// Makes both, with a queue between them.
  ///
  /// - Parameters:
  ///   - run: what is run.
  ///   - table: the commands.
  ///   - sink: told of every outcome.
  ///   - clock: times every event.
  ///   - messageCount: how many of the longest messages fit into the queue.
  ///   - isScheduled: whether events are sent at the times of the plan, so that the sides share where measuring begins,
  ///     and when events were pushed.
  @inlinable init(
    _ run: LoadRun,
    table: consuming CommandTable,
    sink: consuming Sink,
    clock: Clock,
    messageCount: Int,
    isScheduled: Bool = true
  ) {
    let queue = run.makeQueue(messageCount: messageCount)
    let warmUp = isScheduled ? run.makeWarmUpEnd() : nil
    let pushTimes = isScheduled ? PushTimes(capacity: queue.producer.capacity) : nil
    generator = LoadGenerator(run, queue.producer, warmUp: warmUp, pushTimes: pushTimes)
    let ledger = LatencyLedger(
      run,
      table: table,
      sink: sink,
      clock: clock,
      warmUp: warmUp,
      pushTimes: pushTimes
    )
    pipeline = Pipeline(table: table, sink: ledger)
    pipeline.add(queue.consumer)
  }
}
