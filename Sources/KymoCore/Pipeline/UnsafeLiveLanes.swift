/// The queues whose events get their time when they are taken.
///
/// SAFETY: the lanes are allocated in `init`, moved in by `add`, and destroyed in `deinit`; only the owner of
/// this noncopyable value touches them. Events are stamped and read after `acquireRun` returned their
/// number and before `release`, while their slots are this side's. `sequences` has one element for each of
/// the 256 sources.
@safe @frozen @usableFromInline struct LiveLanes: ~Copyable, @unchecked Sendable {
  @usableFromInline let lanes: UnsafeMutablePointer<EventQueue.Consumer>
  @usableFromInline let sequences: UnsafeMutablePointer<UInt32>
  @usableFromInline var count = 0
  /// The lane that is looked at first.
  @usableFromInline var turn = 0

  /// How many events of one lane are taken in a row.
  @usableFromInline static var maximumRun: Int { 256 }

  @usableFromInline init() {
    unsafe lanes = .allocate(capacity: Sequencer.maximumQueues)
    unsafe sequences = .allocate(capacity: 256)
    unsafe sequences.initialize(repeating: 0, count: 256)
  }

  @inlinable deinit {
    unsafe lanes.deinitialize(count: count)
    unsafe lanes.deallocate()
    unsafe sequences.deallocate()
  }

  @usableFromInline mutating func add(_ consumer: consuming EventQueue.Consumer) {
    precondition(count < Sequencer.maximumQueues, "a pipeline has at most 64 live lanes")
    unsafe (lanes + count).initialize(to: consumer)
    count += 1
  }

  /// Whether all are empty and will stay so.
  @usableFromInline mutating func isFinished() -> Bool {
    for index in 0..<count { if unsafe !lanes[index].isFinished() { return false } }
    return true
  }

  /// The next lane in turn that has events, and how many of them to take; nil if all are empty.
  @usableFromInline mutating func next(upTo limit: Int) -> (lane: Int, run: Int)? {
    for _ in 0..<count {
      let index = turn < count ? turn : 0
      turn = index + 1
      let most = UInt64(min(limit, Self.maximumRun))
      let run = unsafe lanes[index].ring.acquireRun(upTo: most)
      if run > 0 { return (index, Int(run)) }
    }
    return nil
  }

  /// Stamps the first `run` events of a lane, 1 ns apart, lets `body` have them, and frees their slots.
  @inlinable mutating func take(
    _ run: Int,
    from index: Int,
    at time: Int64,
    _ body: (Span<Event>, PayloadArena) -> Void
  ) {
    let lane = unsafe lanes + index
    let (first, count) = unsafe (lane.pointee.ring.head, UInt64(run))
    for offset in 0..<run {
      let event = unsafe lane.pointee.ring.slots.slot(first &+ UInt64(offset))
      let source = unsafe Int(event.pointee.source.rawValue)
      unsafe event.pointee.timestamp = time + Int64(offset)
      unsafe event.pointee.sequence = sequences[source]
      unsafe sequences[source] &+= 1
    }
    let arena = unsafe lane.pointee.shared.arena
    unsafe lane.pointee.ring.slots.look(first, count: count) { events in body(events, arena) }
    if arena.capacity > 0 { unsafe lane.pointee.freeMessages(first: first, count: count) }
    unsafe lane.pointee.ring.release(count)
  }

  /// Returns the losses and delays of each lane's ring, in the order in which the lanes were added.
  func statistics() -> [RingStatistics] {
    (0..<count).map { unsafe lanes[$0].ring.statistics }
  }
}
