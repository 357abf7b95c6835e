public import KymoCore

extension LoadRun {
  /// How many events the cost of measuring is taken from, at most.
  @usableFromInline static var trialCount: Int { 1024 }

  /// Returns the time that measuring takes of the dispatching thread for an event that comes alone,
  /// in ns.
  ///
  /// A ledger of the same making is told of the first events again and again, and nothing else is done:
  /// the fastest of 16 rounds, which is with everything in the caches.
  @inlinable func measuringNanoseconds(
    _ table: borrowing CommandTable,
    clock: some NanosecondClock
  ) -> Double {
    let times = PushTimes(capacity: Self.trialCount)
    var ledger = LatencyLedger(
      self,
      table: table,
      sink: NoSink(),
      clock: clock,
      warmUp: nil,
      pushTimes: times
    )
    ledger.warmUp.place = 0
    var cursor = workload.start
    var walk = plan.makeIterator()
    var events: [Event] = []
    while events.count < Self.trialCount, !walk.isDone {
      events.append(cursor.event(in: workload))
      cursor.advance(in: workload)
      times.ring.note(walk.index, due: walk.due, lateness: 0)
      walk.advance()
    }
    let last = walk.due
    var fastest = Int64.max
    for _ in 0..<16 {
      ledger.rewind()
      let start = clock.now
      // Every event was due before, so that times are such as there are in a run.
      ledger.start = start &- last
      for index in events.indices {
        ledger.willDispatch(1)
        ledger.record(
          events[index],
          Outcome(index: 0, status: .completed),
          digest: 0,
          message: RawSpan(),
          reply: RawSpan()
        )
      }
      fastest = min(fastest, clock.now &- start)
    }
    return Double(fastest) / Double(events.count)
  }
}
