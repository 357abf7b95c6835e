public import Synchronization

/// Merges any number of queues into the one order of dispatch: (timestamp, source, sequence).
///
/// An event is handed on as soon as no queue can still produce one that goes before it: because the
/// queue's next event is later, or because it has promised so (its watermark). An idle source that keeps
/// promising therefore stalls nobody, and none that is slow is overtaken.
///
/// SAFETY: the lanes are allocated in `init`, moved in, and destroyed in `deinit`; only the owner of this
/// noncopyable value touches them. A run is read only after `acquireRun` returned its length.
@safe @frozen public struct Sequencer: ~Copyable, @unchecked Sendable {
  /// What a look at the queues came to.
  public enum Progress: Sendable, Equatable {
    /// So many events were handed on.
    case dispatched(Int)
    /// Nothing can be handed on yet.
    case idle
    /// Every queue is empty and finished.
    case finished
  }

  @usableFromInline let lanes: UnsafeMutablePointer<EventQueue.Consumer>
  @usableFromInline let runs: UnsafeMutablePointer<UInt64>
  @usableFromInline var count = 0

  /// How many queues one sequencer merges at most.
  public static var maximumQueues: Int { 64 }

  /// Makes a sequencer without queues, which is finished at once.
  public init() {
    unsafe lanes = .allocate(capacity: Self.maximumQueues)
    unsafe runs = .allocate(capacity: Self.maximumQueues)
    unsafe runs.initialize(repeating: 0, count: Self.maximumQueues)
  }

  deinit {
    unsafe lanes.deinitialize(count: count)
    unsafe lanes.deallocate()
    unsafe runs.deallocate()
  }

  /// Adds a queue.
  ///
  /// - Precondition: fewer than ``maximumQueues`` were added.
  public mutating func add(_ consumer: consuming EventQueue.Consumer) {
    precondition(count < Self.maximumQueues, "a sequencer merges at most 64 queues")
    unsafe (lanes + count).initialize(to: consumer)
    count += 1
  }

  /// Hands on one run of events that are next in order, all from one queue, and frees their slots.
  ///
  /// - Precondition: `limit` is at least 1.
  /// - Returns: how far it came. After ``Progress/idle`` look again later; call until
  ///   ``Progress/finished``.
  /// - Complexity: O(queues) beside `body`, plus O(log run) to find where the run ends.
  @inlinable public mutating func poll(
    upTo limit: Int = .max,
    _ body: (Span<Event>, PayloadArena) -> Void
  ) -> Progress {
    precondition(limit >= 1, "a poll must be allowed one event")
    var best = -1
    var rival = -1  // The lane whose next event bounds the run.
    var bound = Int64.max  // Events before this time are safe with regard to empty lanes.
    for index in 0..<count {
      let lane = unsafe lanes + index
      var run = unsafe lane.pointee.ring.acquireRun(upTo: .max)
      if run == 0 {
        // The promise is read first: what was pushed before it is then seen by the second look.
        let promise = unsafe lane.pointee.shared.watermark.time.load(ordering: .acquiring)
        run = unsafe lane.pointee.ring.acquireRun(upTo: .max)
        if run == 0 {
          bound = min(bound, promise)
          continue
        }
      }
      unsafe runs[index] = run
      if unsafe best < 0 || next(index).precedes(next(best)) {
        rival = best
        best = index
      } else if unsafe rival < 0 || next(index).precedes(next(rival)) {
        rival = index
      }
    }
    guard best >= 0 else { return bound == .max ? .finished : .idle }
    let lane = unsafe lanes + best
    var run = unsafe min(runs[best], UInt64(truncatingIfNeeded: limit))
    unsafe run = prefix(of: best, count: run, before: bound, rival: rival)
    if run == 0 { return .idle }
    let arena = unsafe lane.pointee.shared.arena
    let first = unsafe lane.pointee.ring.head
    unsafe lane.pointee.ring.slots.look(first, count: run) { events in body(events, arena) }
    if arena.capacity > 0 { unsafe freeMessages(lane, first: first, count: run) }
    unsafe lane.pointee.ring.release(run)
    return .dispatched(Int(truncatingIfNeeded: run))
  }

  @inlinable @unsafe func next(_ index: Int) -> Event {
    unsafe lanes[index].ring.slots.slot(lanes[index].ring.head).pointee
  }

  /// How many of the first `count` events of a lane go before `bound` and before the rival's next.
  @inlinable @unsafe func prefix(
    of index: Int,
    count: UInt64,
    before bound: Int64,
    rival: Int
  ) -> UInt64 {
    if rival < 0 && bound == .max { return count }
    let slots = unsafe lanes[index].ring.slots
    let head = unsafe lanes[index].ring.head
    // An empty lane that is finished bounds nothing; one that promised T may still bring T itself.
    func isSafe(_ offset: UInt64) -> Bool {
      let event = unsafe slots.slot(head &+ offset)
      if bound != .max, unsafe event.pointee.timestamp >= bound { return false }
      if rival < 0 { return true }
      // Of equal keys (only a duplicate can be equal) the lane that was added first goes first.
      return unsafe index < rival
        ? !next(rival).precedes(event.pointee) : event.pointee.precedes(next(rival))
    }
    if isSafe(count &- 1) { return count }
    var low: UInt64 = 0
    var high = count &- 1
    while low < high {
      let middle = (low &+ high) >> 1
      if isSafe(middle) { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  @usableFromInline @unsafe func freeMessages(
    _ lane: UnsafeMutablePointer<EventQueue.Consumer>,
    first: UInt64,
    count: UInt64
  ) {
    var offset = count
    while offset > 0 {
      offset &-= 1
      let event = unsafe lane.pointee.ring.slots.slot(first &+ offset)
      if unsafe event.pointee.kind.isReference {
        let reference = unsafe event.pointee.payload.reference
        unsafe lane.pointee.shared.arena.free(upTo: reference.offset &+ UInt64(reference.length))
        return
      }
    }
  }

  /// What was lost or delayed in each queue's ring, in the order in which they were added.
  public func statistics() -> [RingStatistics] {
    (0..<count).map { unsafe lanes[$0].ring.statistics }
  }
}
