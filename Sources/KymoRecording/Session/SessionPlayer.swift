import KymoCore
import KymoMCAP
import KymoHistogram

/// The playing thread of a replay: reads ahead, keeps to the schedule, feeds the rings.
///
///     file ─▶ SessionEvents ─▶ faults ─▶ schedule ─▶ ring 0, 1, … n-1 in turn
///
/// Read-ahead is bounded by the rings. Before it waits, for room or for the time, it promises in every
/// ring how far it has come, so that the sequencer never waits for it.
struct SessionPlayer: ~Copyable {
  /// One ring's end, boxed because an array cannot hold noncopyable values.
  final class Lane {
    var producer: EventQueue.Producer
    init(_ producer: consuming EventQueue.Producer) { self.producer = producer }
  }

  var events: SessionEvents
  let lanes: [Lane]
  let options: ReplayOptions
  let lateness: Histogram
  var wasInterrupted = false
  var faultWasApplied = false
  /// How many inputs were read.
  var inputCount: UInt64 = 0
  private var turn = 0
  private var schedule: PlaybackSchedule?
  private var lastDue = Int64.min
  /// By how much shortened gaps have moved the schedule, in ns.
  private var saved: Int64 = 0

  init(
    events: consuming SessionEvents,
    lanes: [Lane],
    options: ReplayOptions,
    lateness: Histogram
  ) {
    self.events = events
    self.lanes = lanes
    self.options = options
    self.lateness = lateness
  }

  /// How many events are read between two looks at ``ReplayOptions/shouldStop``.
  static var blockLength: Int { 256 }

  /// Plays to the end.
  mutating func play() throws(SessionError) {
    defer { for lane in lanes { lane.producer.finish() } }
    if lanes.count == 1, options.speed == .maximum, options.fault == nil {
      try playStraight()
    } else {
      try playScheduled()
    }
  }

  /// One ring at maximum speed: whole blocks are decoded into the ring's own slots.
  private mutating func playStraight() throws(SessionError) {
    let lane = lanes[0]
    var waiter = Waiter(.spinThenYield)
    var hasMore = true
    while hasMore {
      if options.shouldStop() {
        wasInterrupted = true
        return
      }
      let count = try lane.producer.claim(upTo: Self.blockLength) { output throws(SessionError) in
        hasMore = try events.fill(&output)
      }
      inputCount += UInt64(count)
      if events.nextIsMessage, let event = try events.next() {
        waiter.reset()
        inputCount += 1
        try pushMessage(event, lane)
      } else if count > 0 {
        waiter.reset()
      } else if hasMore {
        waiter.pause()
      }
    }
  }

  private mutating func playScheduled() throws(SessionError) {
    var faults = FaultInjector(options.fault)
    while let event = try events.next() {
      if inputCount % UInt64(Self.blockLength) == 0 || schedule != nil, options.shouldStop() {
        wasInterrupted = true
        return
      }
      inputCount += 1
      var input = ReplayInput(event: event)
      if event.kind.isReference {
        events.withMessage(of: event) { input.text.append(copying: $0) }
      }
      try faults.pass(input) { (input) throws(SessionError) in try send(input) }
    }
    try faults.finish { (input) throws(SessionError) in try send(input) }
    faultWasApplied = faults.wasApplied
  }

  private mutating func send(_ input: ReplayInput) throws(SessionError) {
    let event = input.event
    if case .times(let speed) = options.speed {
      let plan =
        schedule
        ?? PlaybackSchedule(start: options.clock.now, first: event.timestamp, speed: speed)
      schedule = plan
      let due = shortened(plan.due(event.timestamp))
      promise(event.timestamp)
      waitInterruptibly(until: due)
      lateness.record(max(0, options.clock.now - due))
    }
    let lane = lanes[turn]
    turn = turn + 1 == lanes.count ? 0 : turn + 1
    if lane.producer.freeCount() == 0 {
      promise(event.timestamp)
      var waiter = Waiter(.spinThenYield)
      while lane.producer.freeCount() == 0 { waiter.pause() }
    }
    guard event.kind.isReference else {
      lane.producer.push(event)
      return
    }
    // It may have to wait for room in the arena.
    promise(event.timestamp)
    try check(event, input.text.withRawSpan { lane.producer.push(event, message: $0) })
  }

  private mutating func pushMessage(_ event: Event, _ lane: Lane) throws(SessionError) {
    try check(event, events.withMessage(of: event) { lane.producer.push(event, message: $0) })
  }

  /// A message that finds no room at all was not announced by the file, since its length was checked.
  private func check(_ event: Event, _ result: PushResult) throws(SessionError) {
    guard result == .dropped else { return }
    guard event.kind == .data else {
      throw .content("it has a request, but its summary has no channel for requests")
    }
    let topic = events.routing.channels.row(event.source)?.channel.topic ?? "an unknown topic"
    throw .content("it has a message of \(topic), but its summary has no channel for it")
  }

  /// Moves a due time forward by what shortened gaps have saved, this one included.
  private mutating func shortened(_ planned: Int64) -> Int64 {
    guard let limit = options.maximumGapNanoseconds else { return planned }
    var due = planned &- saved
    if lastDue != .min, due &- lastDue > limit {
      saved &+= due &- lastDue &- limit
      due = lastDue &+ limit
    }
    lastDue = due
    return due
  }

  /// Waits in stretches of at most 100 ms, so that an interrupt is not kept waiting by a long gap.
  private mutating func waitInterruptibly(until due: Int64) {
    while options.clock.now < due, !options.shouldStop() {
      options.clock.wait(until: min(due, options.clock.now &+ 100_000_000))
    }
  }

  /// Says in every ring that nothing before `timestamp` will follow.
  private func promise(_ timestamp: Int64) {
    for lane in lanes { lane.producer.advance(to: timestamp) }
  }
}
