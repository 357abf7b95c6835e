import KymoCore
import KymoHistogram
import KymoMCAP

/// The source of a replay: reads ahead, keeps to the schedule, feeds the lanes.
///
///     file ─▶ SessionEvents ─▶ faults ─▶ schedule ─▶ lane 0, 1, … n-1 in turn
///
/// Read-ahead is bounded by the rings. Before it waits, for room or for the time, it promises in every
/// lane how far it has come, so that the pipeline never waits for it.
struct RecordingSource: EventSource, ~Copyable {
  /// A lane's end, boxed because an array cannot hold noncopyable values.
  final class Lane {
    var producer: EventQueue.Producer
    init(_ producer: consuming EventQueue.Producer) { self.producer = producer }
  }

  var inputs: ReplayInputs
  /// The lanes beside the first.
  var others: [Lane]
  private(set) var options: ReplayOptions
  /// How fast the range is replayed; what goes before it has no schedule.
  private let speed: ReplaySpeed
  let lateness: Histogram
  let playback: PlaybackClock
  private(set) var wasInterrupted = false
  private var faults: FaultInjector
  /// The inputs that were read and not yet pushed: two at most, after a swap.
  private var waiting: [ReplayInput] = []
  /// The request that was read and not yet pushed, if nothing is scheduled.
  private var held: Event?
  /// When the first input of `waiting` is due, once that is known.
  private var due: Int64?
  /// How many inputs were read.
  private(set) var inputCount: UInt64 = 0
  private var hasEnded = false
  private var turn = 0
  private var lastDue = Int64.min
  /// By how much shortened gaps have moved the schedule, in ns.
  private var saved: Int64 = 0
  private var pauses: PauseSchedule?
  /// Until when the first input of `waiting` is held back, if it is.
  private var pauseEnd: Int64?

  /// - Parameters:
  ///   - inputs: what is played.
  ///   - others: the lanes beside the one that it produces into.
  ///   - options: how.
  ///   - lateness: counts how late events are, in ns.
  ///   - playback: is told of the schedule.
  init(
    inputs: consuming ReplayInputs,
    others: [Lane] = [],
    options: ReplayOptions,
    lateness: Histogram,
    playback: PlaybackClock
  ) {
    self.inputs = inputs
    self.others = others
    self.options = options
    speed = options.speed
    self.lateness = lateness
    self.playback = playback
    faults = FaultInjector(options.fault)
    pauses = options.pauseSeed.map { PauseSchedule(seed: $0) }
  }

  /// Begins a part, with new lanes.
  ///
  /// - Throws: as ``ReplayInputs/begin(_:)``.
  mutating func begin(_ part: ReplayInputs.Part) throws(SessionError) {
    try inputs.begin(part)
    if part == .firstRound { faults.start(at: inputs.firstNumber) }
    options.speed = part == .warmUp ? .maximum : speed
    others = []
    turn = 0
    hasEnded = false
  }

  /// How many events are read between two looks at ``ReplayOptions/shouldStop``.
  static var blockLength: Int { 256 }

  /// Whether the mistake that was asked for was made.
  var faultWasApplied: Bool { faults.wasApplied }

  mutating func produce(
    into producer: inout EventQueue.Producer
  ) throws(SessionError) -> SourceProgress {
    let isStraight =
      others.isEmpty && options.speed == .maximum && options.fault == nil && pauses == nil
    do throws(SessionError) {
      let progress =
        isStraight ? try produceStraight(&producer) : try produceScheduled(&producer)
      if progress == .finished { finishOthers() }
      return progress
    } catch {
      finishOthers()
      throw error
    }
  }

  private func finishOthers() { for lane in others { lane.producer.finish() } }

  // MARK: At maximum speed

  /// One lane at maximum speed: whole blocks are decoded into the ring's own slots.
  private mutating func produceStraight(
    _ producer: inout EventQueue.Producer
  ) throws(SessionError) -> SourceProgress {
    if options.shouldStop() {
      wasInterrupted = true
      return .finished
    }
    if held != nil { return try pushHeld(&producer) ? .pushed : .blocked }
    var hasMore = true
    let count = try producer.claim(upTo: Self.blockLength) { output throws(SessionError) in
      hasMore = try inputs.fill(&output)
    }
    inputCount += UInt64(count)
    if inputs.events.nextIsMessage, let event = try inputs.next() {
      held = event
      inputCount += 1
      return try pushHeld(&producer) || count > 0 ? .pushed : .blocked
    }
    if !hasMore { return .finished }
    return count > 0 ? .pushed : .blocked
  }

  /// Pushes the request that was read, if there is room for it.
  private mutating func pushHeld(
    _ producer: inout EventQueue.Producer
  ) throws(SessionError) -> Bool {
    guard let event = held else { return false }
    guard producer.hasRoom(forMessageOf: Int(event.payload.reference.length)) else { return false }
    held = nil
    try check(event, inputs.events.withMessage(of: event) { producer.push(event, message: $0) })
    return true
  }

  // MARK: With a schedule, several lanes, or a fault

  private mutating func produceScheduled(
    _ producer: inout EventQueue.Producer
  ) throws(SessionError) -> SourceProgress {
    var pushed = 0
    while pushed < Self.blockLength {
      if waiting.isEmpty {
        try read()
        pauseEnd = pauses?.next().map { options.clock.now + $0 }
      }
      guard let input = waiting.first else { return .finished }
      if let end = pauseEnd {
        if options.clock.now < end, !options.shouldStop() { return .waiting(until: end) }
        pauseEnd = nil
      }
      if let stop = try send(input, &producer) {
        return pushed > 0 && stop == .blocked ? .pushed : stop
      }
      waiting.removeFirst()
      due = nil
      pushed += 1
    }
    return .pushed
  }

  /// Reads until an input waits or there are no more.
  private mutating func read() throws(SessionError) {
    while waiting.isEmpty, !hasEnded {
      let looks = inputCount % UInt64(Self.blockLength) == 0 || playback.isStarted
      if looks, options.shouldStop() {
        wasInterrupted = true
        hasEnded = true
        return
      }
      var passed: [ReplayInput] = []
      if let event = try inputs.next() {
        inputCount += 1
        var input = ReplayInput(event: event)
        if event.kind.isReference {
          inputs.events.withMessage(of: event) { input.text.append(copying: $0) }
        }
        faults.pass(input) { passed.append($0) }
      } else {
        faults.finish { passed.append($0) }
        hasEnded = true
      }
      waiting = passed
    }
  }

  /// Pushes an input; if it cannot, it says what has to be waited for.
  private mutating func send(
    _ input: ReplayInput,
    _ producer: inout EventQueue.Producer
  ) throws(SessionError) -> SourceProgress? {
    let event = input.event
    if case .times(let speed) = options.speed {
      let due = due ?? schedule(event.timestamp, speed)
      if self.due == nil { promise(event.timestamp, &producer) }
      self.due = due
      if options.clock.now < due {
        // What is not due yet did not happen, if it is to end here.
        wasInterrupted = options.shouldStop()
        return wasInterrupted ? .finished : .waiting(until: due)
      }
    }
    let length = event.kind.isReference ? input.text.count : nil
    let hasRoom =
      turn == 0
      ? producer.hasRoom(forMessageOf: length)
      : others[turn - 1].producer.hasRoom(forMessageOf: length)
    guard hasRoom else {
      promise(event.timestamp, &producer)
      return .blocked
    }
    if let due {
      lateness.record(max(0, options.clock.now - due))
      playback.note(saved: saved)
    }
    let result =
      turn == 0 ? Self.push(input, &producer) : Self.push(input, &others[turn - 1].producer)
    turn = turn == others.count ? 0 : turn + 1
    try check(event, result)
    return nil
  }

  private static func push(
    _ input: ReplayInput,
    _ producer: inout EventQueue.Producer
  ) -> PushResult {
    guard input.event.kind.isReference else { return producer.push(input.event) }
    return input.text.withRawSpan { producer.push(input.event, message: $0) }
  }

  /// A message that finds no room at all was not announced by the file, since its length was checked.
  private func check(_ event: Event, _ result: PushResult) throws(SessionError) {
    guard result == .dropped else { return }
    guard event.kind == .data else {
      throw .content("it has a request, but its summary has no channel for requests")
    }
    let topic =
      inputs.events.routing.channels.row(event.source)?.channel.topic ?? "an unknown topic"
    throw .content("it has a message of \(topic), but its summary has no channel for it")
  }

  /// When an event is due on the clock of the options.
  private mutating func schedule(_ timestamp: Int64, _ speed: Double) -> Int64 {
    shortened(playback.start(at: timestamp, speed).due(timestamp))
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

  /// Says in every lane that nothing before `timestamp` will follow.
  private func promise(_ timestamp: Int64, _ producer: inout EventQueue.Producer) {
    producer.advance(to: timestamp)
    for lane in others { lane.producer.advance(to: timestamp) }
  }
}
