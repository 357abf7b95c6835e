import KymoCore

/// Where in a plan a dispatcher is, from the events that it takes.
///
/// When an event was due travels with it, from the generator. Where events can be lost the dispatcher goes
/// through the plan itself, and so it does without a generator.
@frozen @usableFromInline struct PlanPosition {
  @usableFromInline let workload: Workload
  /// Whether events can be lost, so that the order of dispatch is not the place in the plan.
  @usableFromInline let isLossy: Bool
  /// The generator's notes on the events under way; nil without one.
  @usableFromInline let times: PushTimeRing?
  /// The memory of that.
  @usableFromInline let pushTimes: PushTimes?
  /// Whether the generator counts only the events that came into the queue.
  @usableFromInline let isNumberedByQueue: Bool
  /// Whether all events are due at the start.
  @usableFromInline let isImmediate: Bool
  /// There are so many events at most.
  @usableFromInline let limit: Int
  /// How many inputs were dispatched.
  @usableFromInline var inputCount = 0
  /// The next event that can come, if some may be lost.
  @usableFromInline var expected: PlanCursor
  /// Tells when events are due that nobody tells of.
  @usableFromInline var walk: ArrivalWalk

  /// Begins at the first event of a run.
  @usableFromInline init(_ run: LoadRun, _ pushTimes: PushTimes? = nil) {
    workload = run.workload
    expected = run.workload.start
    isLossy = run.configuration.overflow != .wait
    isNumberedByQueue = run.configuration.overflow == .dropNewest
    isImmediate = run.plan.shape == .immediate
    limit = run.plan.limit
    walk = run.plan.makeIterator()
    times = pushTimes?.ring
    self.pushTimes = pushTimes
  }

  /// The place in the plan of an event that was dispatched, which is counted; of one that a handler raised it
  /// is that of the next input, which let it come due.
  @inlinable @inline(always) mutating func take(_ note: LedgerNote) -> Int {
    guard note.isInput else { return next() }
    let index = isLossy ? place(of: note) : inputCount
    inputCount += 1
    return index
  }

  /// When the event at a place was due, in ns after the start of the run: the one that was taken last, or
  /// the next.
  @inlinable @inline(always) mutating func due(at place: Int) -> Int64 {
    if let times, !isLossy { return times.due(of: place) }
    return isImmediate ? 0 : walked(to: place)
  }

  /// How late the generator began to push the event at a place in ns, of which the same holds; nil if that is
  /// not known.
  @inlinable @inline(always) func lateness(at place: Int, isInput: Bool) -> Int64? {
    guard let times else { return nil }
    guard isNumberedByQueue else { return times.lateness(of: place) }
    return times.lateness(of: isInput ? inputCount &- 1 : inputCount)
  }

  @usableFromInline mutating func walked(to place: Int) -> Int64 { walk.seek(place) }

  /// The place of the next input; of the last after it.
  @usableFromInline func next() -> Int {
    let index = isLossy ? expected.index : inputCount
    guard let times, !isLossy, index > 0, times.lateness(of: index) == nil else {
      return min(index, limit - 1)
    }
    return index - 1
  }

  /// Goes back to the first event.
  @inlinable mutating func rewind() {
    inputCount = 0
    expected = workload.start
  }

  /// The place in the plan of an event, which is the next that looks like it.
  @usableFromInline mutating func place(of event: LedgerNote) -> Int {
    while expected.index < limit {
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
