/// The notes that a ledger keeps on the slowest events, and on what the dispatcher did before them.
@frozen @usableFromInline struct TailLog: ~Copyable {
  @usableFromInline var heap: TailHeap
  /// The busy periods in which events were slow.
  @usableFromInline let stalls: StallLog
  /// Whether an event of the busy period was slow.
  @usableFromInline var hasStalled = false
  /// The work that the dispatcher has been doing without a rest.
  @usableFromInline var busy = BusyPeriod()
  /// When the event before was done, in ns after the start of the run.
  @usableFromInline var previousDone = Int64.min
  /// How many events the dispatcher took at once, when it did so last.
  @usableFromInline var batch = 0
  /// How many events were dispatched.
  @usableFromInline var ordinal = 0

  /// Keeps as many events as `capacity`; with 0, nothing is looked at.
  @usableFromInline init(capacity: Int) {
    heap = TailHeap(capacity: capacity)
    stalls = StallLog(capacity: capacity > 0 ? TailStalls.maximumKept : 0)
  }

  /// ``TailStalls/threshold``.
  @usableFromInline static var stallThreshold: Int64 { TailStalls.threshold }

  /// Whether events are kept at all.
  @inlinable var isKept: Bool { heap.capacity > 0 }

  /// Looks at an event whose handlers are through; its times are in ns after the start of the run.
  @inlinable mutating func note(
    place: Int,
    isInput: Bool,
    row: Int,
    due: Int64,
    done: Int64,
    service: Int64,
    lateness: Int64,
    isMeasured: Bool
  ) {
    if previousDone <= due { endPeriod() }
    busy.take(
      due: due,
      taken: done &- service,
      previousDone: previousDone,
      place: place,
      lateness: lateness
    )
    previousDone = done
    var entry = TailEntry()
    entry.ordinal = ordinal
    entry.place = place
    entry.isInput = isInput
    entry.row = row
    entry.due = due
    entry.done = done
    entry.service = service
    entry.lateness = lateness
    ordinal &+= 1
    if isMeasured, done &- due > heap.threshold {
      entry.batch = batch
      entry.busy = busy
      heap.insert(entry)
    }
    if isMeasured, done &- due > Self.stallThreshold {
      entry.busy = busy
      stalls.note(entry)
      hasStalled = true
    }
    busy.finish(entry)
  }

  /// The next event, if there is one, found nothing before it.
  @inlinable mutating func endPeriod() {
    guard hasStalled else { return }
    hasStalled = false
    stalls.endPeriod()
  }
}
