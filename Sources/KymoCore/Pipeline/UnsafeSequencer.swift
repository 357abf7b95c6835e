import Synchronization

/// Merges any number of queues into the one order of dispatch: (timestamp, source, sequence).
///
/// An event is handed on as soon as no queue can still produce one that goes before it: because the
/// queue's next event is later, or because it has promised so (its watermark). An idle source that keeps
/// promising therefore stalls nobody, and none that is slow is overtaken.
///
/// The head of a queue remains known until it is handed on, and the promise of an empty one remains
/// true: a queue is looked at again only when it is what the others wait for.
///
/// SAFETY: the lanes are allocated in `init`, moved in, and destroyed in `deinit`; only the owner of this
/// noncopyable value touches them. A run is read only after `acquireRun` returned its length; a lane has the key
/// of an event only while that event is acquired. What a lane refers to lives as long as the lane, which nobody
/// removes.
@safe @frozen public struct Sequencer: ~Copyable, @unchecked Sendable {
  /// The result of a look at the queues.
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
  @usableFromInline var tree: MergeTree
  @usableFromInline var count = 0

  /// How many queues one sequencer merges at most.
  public static var maximumQueues: Int { 64 }

  /// Makes a sequencer without queues, which is finished at once.
  public init() {
    unsafe lanes = .allocate(capacity: Self.maximumQueues)
    tree = MergeTree(capacity: Self.maximumQueues)
  }

  @inlinable deinit {
    unsafe lanes.deinitialize(count: count)
    unsafe lanes.deallocate()
  }

  /// Adds a queue.
  ///
  /// - Precondition: fewer than ``maximumQueues`` were added.
  public mutating func add(_ consumer: consuming EventQueue.Consumer) {
    precondition(count < Self.maximumQueues, "a sequencer merges at most 64 queues")
    unsafe (lanes + count).initialize(to: consumer)
    count += 1
    tree.widen(to: count)
    tree.set(count - 1, MergeKey(promised: .min))
  }

  /// Hands on one run of events that are next in order, all from one queue, and frees their slots.
  ///
  /// - Parameters:
  ///   - limit: how many events at most; at least 1.
  ///   - end: only events before this time.
  ///   - body: gets the events, and the arena in which their messages lie.
  /// - Returns: how far it came. After ``Progress/idle(until:)`` look again later; call until
  ///   ``Progress/finished``.
  /// - Complexity: O(log queues) beside `body`, plus O(log run) to find where the run ends.
  @inlinable public mutating func poll(
    upTo limit: Int = .max,
    before end: Int64 = .max,
    _ body: (Span<Event>, PayloadArena) -> Void
  ) -> Progress {
    precondition(limit >= 1, "a poll must be allowed one event")
    if !tree.key(tree.first).isEvent, let progress = findNext() { return progress }
    let best = tree.first
    var rival = tree.rival(of: best)
    // It may have promised more by now, and then the run is longer. What it brings is later than the first.
    if rival >= 0, tree.key(rival).isPromise, look(at: rival) { rival = tree.rival(of: best) }
    let lane = unsafe lanes + best
    var run = unsafe lane.pointee.ring.acquireRun(upTo: UInt64(truncatingIfNeeded: limit))
    unsafe run = prefix(of: best, count: run, before: end, rival: rival)
    if run == 0 { return .idle(until: horizon().promised) }
    // Neither retained nor released: the lane keeps it.
    let arena = unsafe Unmanaged.passUnretained(lane.pointee.shared.arena)
    let first = unsafe lane.pointee.ring.head
    let last = unsafe lane.pointee.ring.slots.slot(first &+ run &- 1).pointee.timestamp
    unsafe lane.pointee.ring.slots.look(first, count: run) { events in
      unsafe arena._withUnsafeGuaranteedRef { body(events, $0) }
    }
    if unsafe arena._withUnsafeGuaranteedRef({ $0.capacity }) > 0 {
      unsafe lane.pointee.freeMessages(first: first, count: run)
    }
    unsafe lane.pointee.ring.release(run)
    // What comes behind an event is no earlier.
    let isMore = unsafe lane.pointee.ring.acquiredCount > 0
    tree.set(best, isMore ? unsafe MergeKey(next(best)) : MergeKey(noneBefore: last))
    return .dispatched(Int(truncatingIfNeeded: run))
  }

  /// Looks at empty queues until one with an event is first.
  ///
  /// - Returns: what it came to if there is none; else nil.
  @usableFromInline mutating func findNext() -> Progress? {
    while true {
      let first = tree.first
      let key = tree.key(first)
      if key.isEvent { return nil }
      // Nobody goes before it, so it is what all wait for.
      if key.isNever ? !lookAtAll() : !look(at: first) {
        return key.isNever ? .finished : .idle(until: key.timestamp)
      }
    }
  }

  /// Looks what an empty queue has now.
  ///
  /// - Returns: whether that is something else than before.
  @usableFromInline mutating func look(at index: Int) -> Bool {
    let lane = unsafe lanes + index
    var run = unsafe lane.pointee.ring.acquireRun(upTo: .max)
    var key = MergeKey(promised: .max)
    if run == 0 {
      // The promise is read first: what was pushed before it is then seen by the second look.
      let promise = unsafe lane.pointee.shared.watermark.time.load(ordering: .acquiring)
      run = unsafe lane.pointee.ring.acquireRun(upTo: .max)
      key = MergeKey(promised: promise)
    }
    if run > 0 { key = unsafe MergeKey(next(index)) }
    guard key != tree.key(index) else { return false }
    tree.set(index, key)
    return true
  }

  /// Looks what every empty queue has now.
  ///
  /// - Returns: whether one of them has something else than before.
  @usableFromInline mutating func lookAtAll() -> Bool {
    var isNews = false
    for index in 0..<count where !tree.key(index).isEvent {
      if look(at: index) { isNews = true }
    }
    return isNews
  }

  /// When the first event that waits is due, and up to when none will come beside those that wait;
  /// `Int64.max` for none.
  ///
  /// - Complexity: O(queues).
  @usableFromInline mutating func horizon() -> (waiting: Int64, promised: Int64) {
    _ = lookAtAll()
    var (waiting, promised) = (Int64.max, Int64.max)
    for index in 0..<count {
      let key = tree.key(index)
      if key.isEvent {
        waiting = min(waiting, key.timestamp)
      } else if key.isPromise {
        promised = min(promised, key.timestamp)
      }
    }
    return (waiting, promised)
  }

  @inlinable @unsafe func next(_ index: Int) -> Event {
    unsafe lanes[index].ring.slots.slot(lanes[index].ring.head).pointee
  }

  /// How many of the first `count` events of the first lane go before `end` and before what the rival has.
  @inlinable @unsafe func prefix(
    of index: Int,
    count: UInt64,
    before end: Int64,
    rival: Int
  ) -> UInt64 {
    if rival < 0 && end == .max { return count }
    let slots = unsafe lanes[index].ring.slots
    let head = unsafe lanes[index].ring.head
    let other = rival < 0 ? MergeKey(promised: .max) : tree.key(rival)
    func isSafe(_ offset: UInt64) -> Bool {
      let key = unsafe MergeKey(slots.slot(head &+ offset).pointee)
      if end != .max, key.timestamp >= end { return false }
      // Of equal keys (only a duplicate can be equal) the lane that was added first goes first.
      return index < rival ? !other.precedes(key) : key.precedes(other)
    }
    if isSafe(count &- 1) { return count }
    // Where sources alternate the run is short: steps from its start double until one is too far.
    var low: UInt64 = 0
    var step: UInt64 = 1
    while low &+ step < count, isSafe(low &+ step &- 1) {
      low &+= step
      step <<= 1
    }
    var high = min(low &+ step, count) &- 1
    while low < high {
      let middle = (low &+ high) >> 1
      if isSafe(middle) { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// Losses and delays in each queue's ring, in the order in which they were added.
  public func statistics() -> [RingStatistics] {
    (0..<count).map { unsafe lanes[$0].ring.statistics }
  }
}
