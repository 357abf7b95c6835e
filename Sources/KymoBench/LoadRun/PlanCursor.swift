public import KymoCore

/// A place in a plan, and in the workload that is repeated to fill it.
@frozen @usableFromInline struct PlanCursor {
  /// The place in the plan.
  @usableFromInline var index = 0
  /// The place in the workload.
  @usableFromInline var position = 0
  /// The time that the repetitions so far add to a timestamp, in ns.
  @usableFromInline var shift: Int64 = 0

  /// The number that they add to the sequence of a request: replies name their request by it.
  @usableFromInline var requestShift: UInt32 = 0

  @inlinable init() {}

  /// The event at this place.
  @inlinable func event(in workload: Workload) -> Event {
    var event = workload.events[position]
    event.timestamp &+= shift
    if event.source == .bridge { event.sequence &+= requestShift }
    // A fix is as old in every repetition as it was recorded.
    if event.kind == .location { event.payload.word5 &+= UInt64(bitPattern: shift) }
    return event
  }

  /// Goes on to the next place.
  @inlinable mutating func advance(in workload: Workload) {
    index += 1
    position += 1
    if position == workload.events.count {
      position = 0
      shift &+= workload.period
      requestShift &+= workload.requestCount
    }
  }
}
