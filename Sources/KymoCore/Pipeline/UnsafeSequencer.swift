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
    /// Nothing can be handed on yet, and no event before this time will come: that is how far every queue
    /// has promised. `Int64.min` while one of them has promised nothing.
    case idle(until: Int64)
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

  @inlinable deinit {
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
  /// - Parameters:
  ///   - limit: how many events at most; at least 1.
  ///   - end: only events before this time.
  ///   - body: gets the events, and the arena in which their messages lie.
  /// - Returns: how far it came. After ``Progress/idle(until:)`` look again later; call until
  ///   ``Progress/finished``.
  /// - Complexity: O(queues) beside `body`, plus O(log run) to find where the run ends.
  @inlinable public mutating func poll(
    upTo limit: Int = .max,
    before end: Int64 = .max,
    _ body: (Span<Event>, PayloadArena) -> Void
  ) -> Progress {
    precondition(limit >= 1, "a poll must be allowed one event")
    let view = look()
    guard view.best >= 0 else {
      return view.bound == .max ? .finished : .idle(until: view.bound)
    }
    let lane = unsafe lanes + view.best
    var run = unsafe min(runs[view.best], UInt64(truncatingIfNeeded: limit))
    unsafe run = prefix(of: view.best, count: run, before: min(view.bound, end), rival: view.rival)
    if run == 0 { return .idle(until: view.bound) }
    let arena = unsafe lane.pointee.shared.arena
    let first = unsafe lane.pointee.ring.head
    unsafe lane.pointee.ring.slots.look(first, count: run) { events in body(events, arena) }
    if arena.capacity > 0 { unsafe lane.pointee.freeMessages(first: first, count: run) }
    unsafe lane.pointee.ring.release(run)
    return .dispatched(Int(truncatingIfNeeded: run))
  }

  /// What lies at the heads of the queues.
  @frozen @usableFromInline struct View {
    /// The queue whose event is next; -1 if all are empty.
    @usableFromInline var best = -1
    /// The queue whose next event bounds the run; -1 if there is none.
    @usableFromInline var rival = -1
    /// Events before this time are safe with regard to empty queues.
    @usableFromInline var bound = Int64.max

    @inlinable init() {}
  }

  @inlinable mutating func look() -> View {
    var view = View()
    for index in 0..<count {
      let lane = unsafe lanes + index
      var run = unsafe lane.pointee.ring.acquireRun(upTo: .max)
      if run == 0 {
        // The promise is read first: what was pushed before it is then seen by the second look.
        let promise = unsafe lane.pointee.shared.watermark.time.load(ordering: .acquiring)
        run = unsafe lane.pointee.ring.acquireRun(upTo: .max)
        if run == 0 {
          view.bound = min(view.bound, promise)
          continue
        }
      }
      unsafe runs[index] = run
      if unsafe view.best < 0 || next(index).precedes(next(view.best)) {
        view.rival = view.best
        view.best = index
      } else if unsafe view.rival < 0 || next(index).precedes(next(view.rival)) {
        view.rival = index
      }
    }
    return view
  }

  /// When the first event that waits is due, and up to when none will come beside those that wait;
  /// `Int64.max` for none.
  @usableFromInline mutating func horizon() -> (waiting: Int64, promised: Int64) {
    let view = look()
    return (view.best < 0 ? .max : unsafe next(view.best).timestamp, view.bound)
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

  /// What was lost or delayed in each queue's ring, in the order in which they were added.
  public func statistics() -> [RingStatistics] {
    (0..<count).map { unsafe lanes[$0].ring.statistics }
  }
}
