import KymoBridge
import KymoCore
import KymoHistogram

/// One way of a ``SteppedReplay`` from the start forwards: an app, a pipeline, and the thread that reads ahead.
final class SteppedRun {
  let app: any App
  let names: [String]
  let channels: ChannelTable
  private let watch: CallWatch
  private let end: Int64?
  private var pipeline: Pipeline<Tracer<StepProbe>>
  private var thread: SourceThread<RecordingSource>?
  /// Whether all inputs were dispatched.
  private var isThrough = false
  /// Whether there are no more steps.
  private(set) var isAtEnd = false

  /// How many events are dispatched at once while nothing is looked for.
  private static var blockLength: UInt64 { 1024 }

  init(
    _ instance: consuming AppInstance,
    _ file: SessionFile,
    _ watch: CallWatch,
    isVerifying: Bool
  ) throws(SessionError) {
    app = instance.app
    names = instance.table.names
    channels = instance.routing.channels
    self.watch = watch
    watch.isOn = false
    watch.reset()
    end = file.result?.end
    let events = try file.events(instance.routing)
    let arenaBytes = events.arenaBytes
    let options = ReplayOptions()
    let verifier = isVerifying ? file.verifier(for: instance) : .none
    pipeline = Pipeline(table: instance.table, sink: Tracer(StepProbe(verifier, watch)))
    let lane = pipeline.addLane(minimumCapacity: options.ringCapacity, arenaBytes: arenaBytes)
    thread = SourceThread(
      RecordingSource(
        inputs: ReplayInputs(events),
        options: options,
        lateness: Histogram(lowest: 1, highest: 2, significantDigits: 1),
        playback: PlaybackClock(options.clock)
      ),
      into: lane,
      clock: options.clock,
      waiting: .nap
    )
  }

  /// Ends the thread that reads.
  func close() {
    guard let thread = thread.take() else { return }
    thread.stop()
    _ = thread.join()
  }

  // MARK: Where it is

  var position: UInt64 { pipeline.dispatchedCount }
  var inputCount: UInt64 { pipeline.dispatcher.sink.sink.inputCount }
  var digest: TraceDigest { pipeline.dispatcher.sink.digest }
  var waiting: [Event] { pipeline.dispatcher.waitingEvents }
  var kept: ReplayedStep? { pipeline.dispatcher.sink.sink.kept }
  var divergence: Divergence? { pipeline.dispatcher.sink.sink.verifier.sink?.divergence }
  var differences: [FieldDifference] {
    pipeline.dispatcher.sink.sink.verifier.sink?.differencesSoFar ?? []
  }

  // MARK: Movements

  /// Dispatches up to a position, the last step being kept.
  func advance(
    to target: UInt64,
    _ margin: UInt64,
    _ shouldStop: () -> Bool
  ) throws(SessionError) {
    var waiter = Waiter(.spinThenYield)
    while position < target, !isAtEnd, !shouldStop() {
      let left = target - position
      if left > margin, !isThrough {
        let limit = min(left - margin, Self.blockLength)
        try take(pipeline.step(upTo: Int(limit)), &waiter)
      } else {
        try takeOne(keeping: left == 1, &waiter)
      }
    }
  }

  /// Dispatches up to an input, which is kept.
  func advance(toInput number: UInt64, _ shouldStop: () -> Bool) throws(SessionError) {
    var waiter = Waiter(.spinThenYield)
    while inputCount <= number, !isAtEnd, !shouldStop() {
      let left = number - inputCount
      if left > 0, !isThrough {
        try take(pipeline.step(upTo: Int(min(left, Self.blockLength))), &waiter)
      } else {
        try takeOne(keeping: true, &waiter)
      }
    }
  }

  /// Dispatches up to the first step at a time or later, which is kept.
  func advance(toTime time: Int64, _ shouldStop: () -> Bool) throws(SessionError) {
    var waiter = Waiter(.spinThenYield)
    while !isThrough, !shouldStop() {
      if let next = pipeline.nextTime, next >= time { break }
      try take(pipeline.step(upTo: Int(Self.blockLength), before: time), &waiter)
    }
    while !isAtEnd, !shouldStop() {
      try takeOne(keeping: true, &waiter)
      if let kept, kept.outcome.index + 1 == position, kept.event.timestamp >= time { return }
    }
  }

  /// Dispatches up to a step that meets a condition.
  ///
  /// - Returns: the condition; nil if none was met.
  func advance(
    until breakpoints: [StepBreakpoint],
    _ shouldStop: () -> Bool
  ) throws(SessionError) -> StepBreakpoint? {
    pipeline.dispatcher.sink.sink.breakpoints = breakpoints
    pipeline.dispatcher.sink.sink.met = nil
    defer { pipeline.dispatcher.sink.sink.breakpoints = [] }
    var waiter = Waiter(.spinThenYield)
    while !isAtEnd, !shouldStop() {
      try takeOne(keeping: false, &waiter)
      if let met = pipeline.dispatcher.sink.sink.met { return met }
    }
    return nil
  }

  /// Dispatches all steps before a number.
  ///
  /// - Returns: the last of them that meets a condition.
  func lastMeeting(
    _ breakpoints: [StepBreakpoint],
    before number: UInt64,
    _ shouldStop: () -> Bool
  ) throws(SessionError) -> (step: UInt64, breakpoint: StepBreakpoint)? {
    pipeline.dispatcher.sink.sink.breakpoints = breakpoints
    pipeline.dispatcher.sink.sink.limit = number
    defer {
      pipeline.dispatcher.sink.sink.breakpoints = []
      pipeline.dispatcher.sink.sink.limit = .max
    }
    var waiter = Waiter(.spinThenYield)
    while position < number, !isAtEnd, !shouldStop() {
      let left = number - position
      if left > SteppedReplay.margin, !isThrough {
        let limit = min(left - SteppedReplay.margin, Self.blockLength)
        try take(pipeline.step(upTo: Int(limit)), &waiter)
      } else {
        try takeOne(keeping: false, &waiter)
      }
    }
    return pipeline.dispatcher.sink.sink.lastMet
  }

  /// Dispatches the next step, if one is there.
  private func takeOne(keeping keeps: Bool, _ waiter: inout Waiter) throws(SessionError) {
    let waitingBefore = keeps ? waiting : []
    pipeline.dispatcher.sink.sink.keeps = keeps
    watch.isOn = keeps
    defer {
      watch.isOn = false
      pipeline.dispatcher.sink.sink.keeps = false
    }
    let before = position
    if isThrough {
      if !pipeline.finishSingly(after: end) { isAtEnd = true }
    } else {
      try take(pipeline.stepSingly(), &waiter)
    }
    guard keeps, position > before else { return }
    let now = waiting
    let known = Set(waitingBefore.map(\.sequence))
    pipeline.dispatcher.sink.sink.kept?.waitingCount = now.count
    pipeline.dispatcher.sink.sink.kept?.raised = now.filter { !known.contains($0.sequence) }
  }

  /// Looks what a dispatch came to, and waits if there was nothing.
  private func take(_ progress: Sequencer.Progress, _ waiter: inout Waiter) throws(SessionError) {
    switch progress {
    case .dispatched: waiter.reset()
    case .idle: waiter.pause()
    case .finished:
      isThrough = true
      guard let thread = thread.take() else { return }
      if let failure = thread.join().failure { throw failure }
    }
  }

  deinit { close() }
}
