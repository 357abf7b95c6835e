/// The dispatching thread's loop: lanes of events in, one order, a dispatcher and its sinks.
///
/// A *stamped* lane carries its own times and is merged with the others by (timestamp, source, sequence): see
/// ``Sequencer``. A *live* lane's events get their time and their sequence when they are taken: strictly
/// after everything dispatched before, so that a silent live source holds nobody up, and the recording of
/// a live session replays in exactly that order. What handlers and sinks raise comes in the same order, also
/// while nothing arrives.
///
///     var pipeline = Pipeline(table: table, sink: sink)
///     var producer = pipeline.addLane(minimumCapacity: 1024)   // To be moved to a thread of its own.
///     pipeline.run()
///     pipeline.finish()
///
/// Its life has one loop: rounds of a step and of what the ``Driver`` of the run does about it, until every lane is
/// finished or the run is to stop. Then come ``finish(after:)``, or ``abandon(waiting:)``;
/// ``complete(_:waiting:now:shouldStop:)`` is all of that. ``step(upTo:now:whileHeld:)`` does not wait, and with a
/// ``VirtualClock`` a whole pipeline goes through hours in no time, and through the same steps every time.
@frozen public struct Pipeline<Sink: OutcomeSink & ~Copyable>: ~Copyable {
  /// The result of a step.
  public typealias Progress = Sequencer.Progress

  /// How a run ended.
  public typealias End = RunEnd

  /// The dispatcher, and in it the table and the sink.
  public var dispatcher: Dispatcher<Sink>
  @usableFromInline var sequencer = Sequencer()
  @usableFromInline var live = LiveLanes()
  /// The first time that lies after everything that was dispatched; the last time of all, if there is none.
  @usableFromInline var floor = Int64.min

  /// A pipeline without lanes, which is finished at once.
  public init(table: consuming CommandTable, sink: consuming Sink) {
    dispatcher = Dispatcher(table: table, sink: sink)
  }

  /// Lets go of everything but the table, whose handlers keep their state.
  public consuming func takeTable() -> CommandTable { dispatcher.takeTable() }

  // MARK: Lanes

  /// Adds a stamped lane.
  ///
  /// - Parameter consumer: of a queue whose events carry their times.
  /// - Precondition: there are fewer than ``Sequencer/maximumQueues`` of them.
  public mutating func add(_ consumer: consuming EventQueue.Consumer) { sequencer.add(consumer) }

  /// Adds a live lane.
  ///
  /// The times and sequences of its events are set here; sequences are counted for each source from 0, as
  /// events are taken. A source should therefore have one lane.
  ///
  /// - Parameter consumer: of a queue whose events are pushed with equal times, such as 0.
  /// - Precondition: there are fewer than ``Sequencer/maximumQueues`` of them.
  public mutating func addLive(_ consumer: consuming EventQueue.Consumer) { live.add(consumer) }

  /// Losses and delays in the rings: the stamped lanes, then the live ones.
  public func statistics() -> [RingStatistics] { sequencer.statistics() + live.statistics() }

  /// How many events were dispatched so far.
  @inlinable public var dispatchedCount: UInt64 { dispatcher.dispatchedCount }

  // MARK: Steps

  /// Dispatches one run of events, if there are any, and does not wait.
  ///
  /// - Parameters:
  ///   - limit: how many events at most; at least 1. Live lanes give at most 256 in a row.
  ///   - now: the time of the session: what live events are stamped with, and up to when raised events are
  ///     due while nothing arrives. It is asked for only if it matters; without one, raised events are due
  ///     as soon as no stamped lane can bring an event before them.
  ///   - whileHeld: called after the events were dispatched and before their slots are given back.
  /// - Returns: how far it came; raised events count as dispatched if nothing else was.
  /// - Complexity: O(lanes) beside the handlers, without allocation.
  @inlinable public mutating func step(
    upTo limit: Int = .max,
    now: () -> Int64 = { .max },
    whileHeld: () -> Void = {}
  ) -> Progress {
    if live.count > 0, let progress = stepLive(limit, now(), whileHeld) { return progress }
    let progress = Self.poll(&sequencer, &dispatcher, &floor, limit, .max, whileHeld)
    let promised: Int64
    switch progress {
    case .dispatched: return progress
    case .idle(let until): promised = until
    case .finished:
      if live.count == 0 || live.isFinished() { return progress }
      promised = .max
    }
    guard dispatcher.exchange.raiser.events.due < promised else { return .idle(until: promised) }
    let raised = advance(promised, now())
    return raised > 0 ? .dispatched(raised) : .idle(until: promised)
  }

  /// Dispatches raised events whose time has come and that no event of a lane can precede.
  @usableFromInline mutating func advance(_ promised: Int64, _ now: Int64) -> Int {
    let before = dispatcher.dispatchedCount
    dispatcher.advance(to: min(promised, now == .max ? now : now + 1))
    let count = dispatcher.dispatchedCount - before
    if count > 0 { floor = max(floor, dispatcher.exchange.raiser.events.chainTime + 1) }
    return Int(count)
  }

  @inlinable static func poll(
    _ sequencer: inout Sequencer,
    _ dispatcher: inout Dispatcher<Sink>,
    _ floor: inout Int64,
    _ limit: Int,
    _ end: Int64,
    _ whileHeld: () -> Void
  ) -> Progress {
    sequencer.poll(upTo: limit, before: end) { events, arena in
      dispatcher.dispatch(events, arena: arena)
      let last = events[events.count - 1].timestamp
      floor = last == .max ? .max : last + 1
      whileHeld()
    }
  }

  /// Serves the next live lane that has events; nil if none has, or if they have to wait for a promise.
  @inlinable mutating func stepLive(
    _ limit: Int,
    _ now: Int64,
    _ whileHeld: () -> Void
  ) -> Progress? {
    guard let (lane, available) = live.next(upTo: limit) else { return nil }
    let (waiting, promised) = sequencer.horizon()
    let time = max(floor, now)
    if waiting <= time && waiting < promised {
      // What is stamped with an earlier time goes first.
      let progress = Self.poll(&sequencer, &dispatcher, &floor, limit, time &+ 1, whileHeld)
      if case .dispatched = progress { return progress }
    }
    // Not before anything dispatched, and before everything that can still come with a time of its own: as
    // late as the clock says, but so early that the whole run finds room.
    let bound = min(waiting, promised)
    guard floor < bound || floor == .max else { return nil }
    let latest = bound > .min + Int64(available) ? bound - Int64(available) : floor
    let first = max(floor, min(time, latest))
    // At the end of time there is no later one: what still comes has the last, one by one.
    let run =
      first < bound ? Int(min(UInt64(available), UInt64(bitPattern: bound &- first))) : 1
    Self.take(&live, &dispatcher, run, lane, first, whileHeld)
    floor = first > .max - Int64(run) ? .max : first + Int64(run)
    return .dispatched(run)
  }

  @inlinable static func take(
    _ live: inout LiveLanes,
    _ dispatcher: inout Dispatcher<Sink>,
    _ run: Int,
    _ lane: Int,
    _ time: Int64,
    _ whileHeld: () -> Void
  ) {
    live.take(run, from: lane, at: time) { events, arena in
      dispatcher.dispatch(events, arena: arena)
      whileHeld()
    }
  }

  /// When the next raised event is due, in ns; the last time of all if none waits.
  ///
  /// A thread that waits for live events wakes then at the latest.
  @inlinable public var nextDue: Int64 { dispatcher.exchange.raiser.events.due }

  // MARK: The end

  /// Throws away what is in the lanes and what still comes, until every lane is finished.
  ///
  /// The sources have to end soon; one that waits for room gets it.
  ///
  /// - Returns: how many events were thrown away.
  public mutating func abandon(waiting strategy: WaitStrategy = .spinThenYield) -> Int {
    var waiter = Waiter(strategy)
    var count = 0
    while true {
      var progress = sequencer.poll { events, _ in count += events.count }
      if let (lane, run) = live.next(upTo: .max) {
        live.take(run, from: lane, at: 0) { events, _ in count += events.count }
        progress = .dispatched(run)
      }
      switch progress {
      case .dispatched: waiter.reset()
      case .idle: waiter.pause()
      case .finished:
        if live.isFinished() { return count }
        waiter.pause()
      }
    }
  }

  /// Up to when a session with live lanes has come, in ns; nil if no lane is live.
  ///
  /// The events raised before it came while nothing arrived, and so they come again in a replay
  /// that is finished with ``finish(after:)``.
  public var end: Int64? { live.count > 0 ? floor : nil }

  /// Dispatches the raised events that still wait, each at its time; nothing can be raised any more.
  ///
  /// Call it after the last input, so that no request remains without its outcome.
  ///
  /// - Parameter end: raised events before this time, in ns, may still raise others; by default the ``end`` of
  ///   a session with live lanes, and nothing otherwise.
  @inlinable public mutating func finish(after end: Int64? = nil) {
    if let end = end ?? self.end { dispatcher.advance(to: end) }
    dispatcher.finish()
  }

  /// Lets go of everything but the dispatcher, and with it the table and the sink.
  public consuming func takeDispatcher() -> Dispatcher<Sink> { dispatcher }

  /// Lets go of everything but the sink.
  public consuming func takeSink() -> Sink { dispatcher.takeSink() }
}
