/// The events that handlers have raised for later, in order; the next one lies last.
///
/// SAFETY: `events` has room for ``maximumCount``, of which the first `count` are initialised, and one slot
/// more, `current`, which is initialised from the start; both live from `init` to `deinit`.
@safe @frozen @usableFromInline struct RaisedEvents: ~Copyable {
  @usableFromInline let events: UnsafeMutablePointer<Event>
  /// Where the event lies that is being dispatched.
  @usableFromInline let current: UnsafeMutablePointer<Event>
  @usableFromInline var count = 0
  @usableFromInline var nextSequence: UInt32 = 0
  /// When the next one is due; `Int64.max` if there is none.
  @usableFromInline var due = Int64.max
  /// Whether nothing more may be raised.
  @usableFromInline var isFinished = false
  /// How many events in a row were taken for one and the same time, and which that was.
  @usableFromInline var chain = 0
  @usableFromInline var chainTime = Int64.min

  @usableFromInline static var maximumCount: Int { 1024 }

  @usableFromInline init() {
    unsafe events = .allocate(capacity: Self.maximumCount)
    unsafe current = .allocate(capacity: 1)
    unsafe current.initialize(to: .none)
  }

  @inlinable deinit {
    unsafe events.deallocate()
    unsafe current.deallocate()
  }

  /// Puts an event in its place; of two at one time, the one raised first goes first.
  @usableFromInline mutating func insert(
    _ command: CommandID,
    at timestamp: Int64,
    kind: EventKind,
    payload: Payload
  ) throws(HandlerError) -> RaisedEvent {
    guard count < Self.maximumCount, !isFinished else { throw .unavailable }
    // Events that raise each other for the present would never end.
    if timestamp == chainTime, chain >= Self.maximumCount { throw .unavailable }
    let event = Event(
      timestamp: min(timestamp, .max - 1),
      sequence: nextSequence,
      command: command,
      source: .device,
      kind: kind,
      payload: payload
    )
    var place = count
    while unsafe place > 0 && events[place - 1].timestamp <= event.timestamp {
      unsafe (events + place).initialize(to: events[place - 1])
      place -= 1
    }
    unsafe (events + place).initialize(to: event)
    count += 1
    nextSequence &+= 1
    unsafe due = events[count - 1].timestamp
    return RaisedEvent(sequence: event.sequence)
  }

  /// Takes an event back; false if it is not there any more.
  @usableFromInline mutating func remove(_ raised: RaisedEvent) -> Bool {
    for place in 0..<count where unsafe events[place].sequence == raised.sequence {
      for later in place..<count - 1 { unsafe events[later] = events[later + 1] }
      count -= 1
      due = count > 0 ? unsafe events[count - 1].timestamp : .max
      return true
    }
    return false
  }

  /// Moves the next event to `current`.
  ///
  /// - Precondition: there is one.
  @usableFromInline mutating func takeNext() {
    precondition(count > 0, "no event was raised")
    count -= 1
    unsafe current.pointee = events[count]
    let time = unsafe current.pointee.timestamp
    chain = time == chainTime ? chain + 1 : 1
    chainTime = time
    due = count > 0 ? unsafe events[count - 1].timestamp : .max
  }
}
