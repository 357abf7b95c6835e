import KymoCore

/// Where in a plan a dispatcher is, from the events that it takes.
@frozen @usableFromInline struct PlanPosition {
  @usableFromInline let plan: ArrivalPlan
  @usableFromInline let workload: Workload
  /// Whether events can be lost, so that the order of dispatch is not the place in the plan.
  @usableFromInline let isLossy: Bool
  /// How many inputs were dispatched.
  @usableFromInline var inputCount = 0
  /// The next event that can come, if some may be lost.
  @usableFromInline var expected = PlanCursor()

  /// Begins at the first event of a run.
  init(_ run: LoadRun) {
    plan = run.plan
    workload = run.workload
    isLossy = run.configuration.overflow != .wait
  }

  /// The place in the plan of an event that was dispatched, which is counted; of one that a handler raised it
  /// is that of the next input, which let it come due.
  @inlinable @inline(always) mutating func take(_ note: LedgerNote) -> Int {
    guard note.isInput else { return min(isLossy ? expected.index : inputCount, plan.count - 1) }
    let index = isLossy ? place(of: note) : inputCount
    inputCount += 1
    return index
  }

  /// When the event at a place was due, in ns after the start of the run.
  @inlinable @inline(always) func due(at place: Int) -> Int64 { plan.offsets[place] }

  /// Goes back to the first event.
  @inlinable mutating func rewind() {
    inputCount = 0
    expected = PlanCursor()
  }

  /// The place in the plan of an event, which is the next that looks like it.
  @usableFromInline mutating func place(of event: LedgerNote) -> Int {
    while expected.index < plan.count {
      let index = expected.index
      let candidate = expected.event(in: workload)
      expected.advance(in: workload)
      if candidate.timestamp == event.timestamp && candidate.sequence == event.sequence
        && candidate.source == event.source && candidate.command == event.command
      {
        return index
      }
    }
    preconditionFailure("an event was dispatched that is not in the plan")
  }
}
