/// A time in which every event found others before it, up to the latest event; times in ns after the start.
///
/// It begins with an event that was due when the one before it was done already.
@frozen @usableFromInline struct BusyPeriod: BitwiseCopyable, Sendable {
  /// How many events it has so far.
  @usableFromInline var count = 0
  /// The longest service time in it; the first of several that are equal.
  @usableFromInline var service: Int64 = 0
  /// The event that took that long: its place in the plan, or of the input that let it come due.
  @usableFromInline var place = 0
  /// Whether that event is in the plan itself.
  @usableFromInline var isInput = true
  /// The index of that event's command in the ledger's list.
  @usableFromInline var row = 0
  /// When that event was done.
  @usableFromInline var done: Int64 = 0
  /// The longest time in which an event was due and the dispatcher had none in hand.
  @usableFromInline var gap: Int64 = 0
  /// When that time ended.
  @usableFromInline var gapEnd: Int64 = 0
  /// The place in the plan of the event that ended it.
  @usableFromInline var gapPlace = 0
  /// How late that event was pushed; negative if that is not known.
  @usableFromInline var gapLateness: Int64 = -1

  @inlinable init() {}

  /// Goes on to an event that is taken up: it begins a new period if nothing was before it.
  @inlinable mutating func take(
    due: Int64,
    taken: Int64,
    previousDone: Int64,
    place: Int,
    lateness: Int64
  ) {
    var since = previousDone
    if previousDone <= due {
      self = BusyPeriod()
      since = due
    }
    if taken &- since > gap {
      gap = taken &- since
      gapEnd = taken
      gapPlace = place
      gapLateness = lateness
    }
  }

  /// Counts the event that was taken up, after its handlers.
  @inlinable mutating func finish(_ entry: TailEntry) {
    count &+= 1
    if entry.service > service {
      service = entry.service
      place = entry.place
      isInput = entry.isInput
      row = entry.row
      done = entry.done
    }
  }
}
