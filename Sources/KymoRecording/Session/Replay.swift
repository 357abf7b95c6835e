import KymoBridge
public import KymoCore
import KymoHistogram

/// Runs a recording through a dispatcher: a playing thread reads, the calling thread dispatches.
///
/// The digest depends on the recording and the handlers alone: not on the speed, the number of rings, the
/// build, or what listens to the outcomes.
public enum Replay {
  /// Replays `events` and returns when the last is dispatched.
  ///
  /// - Parameters:
  ///   - events: from ``SessionFile/events(_:)``.
  ///   - table: the commands; new handlers for every replay, since they keep state. One without a decoder
  ///     gets that of QuickConnect's calls, by the rules of the recording.
  ///   - sink: told of every outcome with its digest, on the calling thread.
  ///   - options: speed, rings, faults.
  ///   - progress: called on the calling thread between runs, with the number of events dispatched.
  /// - Returns: what it came to; a file that is broken in the middle is reported there, with the digest up
  ///   to that place.
  public static func run<Sink: OutcomeSink & ~Copyable>(
    _ events: consuming SessionEvents,
    table: consuming CommandTable,
    sink: consuming Sink,
    options: ReplayOptions = ReplayOptions(),
    progress: (UInt64) -> Void = { _ in }
  ) -> ReplayResult<Sink> {
    play(
      events,
      table: table,
      sink: sink,
      options: options,
      whenStarted: {},
      afterLook: { false },
      progress: progress
    )
  }

  /// Replays `events` as ``run(_:table:sink:options:progress:)`` does, and tells a profiler of its steps.
  ///
  /// - Parameters:
  ///   - events: from ``SessionFile/events(_:)``.
  ///   - table: the commands.
  ///   - sink: told of every outcome with its digest, on the calling thread.
  ///   - options: speed, rings, faults.
  ///   - whenStarted: called on the calling thread before the first event, when the playing thread is there.
  ///   - afterLook: called on the calling thread after every look at the rings, whether it found anything or not.
  ///   - progress: called on the calling thread between runs, with the number of events dispatched.
  /// - Returns: what it came to.
  public static func run<Sink: OutcomeSink & ~Copyable>(
    _ events: consuming SessionEvents,
    table: consuming CommandTable,
    sink: consuming Sink,
    options: ReplayOptions,
    whenStarted: () -> Void,
    afterLook: () -> Void,
    progress: (UInt64) -> Void = { _ in }
  ) -> ReplayResult<Sink> {
    play(
      events,
      table: table,
      sink: sink,
      options: options,
      whenStarted: whenStarted,
      afterLook: {
        afterLook()
        return false
      },
      progress: progress
    )
  }

  /// Both, in one: inlined, so that a replay which nobody profiles asks nobody.
  @inline(__always) private static func play<Sink: OutcomeSink & ~Copyable>(
    _ events: consuming SessionEvents,
    table: consuming CommandTable,
    sink: consuming Sink,
    options: ReplayOptions,
    whenStarted: () -> Void,
    afterLook: () -> Bool,
    progress: (UInt64) -> Void
  ) -> ReplayResult<Sink> {
    precondition((1...Sequencer.maximumQueues).contains(options.rings), "rings must be in 1...64")
    var table = table
    let calls = events.routing.calls
    table.provideDecoder { CallRequestDecoder(calls) }
    var pipeline = Pipeline(table: table, sink: Tracer(sink))
    let arenaBytes = events.arenaBytes
    let first = pipeline.addLane(minimumCapacity: options.ringCapacity, arenaBytes: arenaBytes)
    var others: [RecordingSource.Lane] = []
    for _ in 1..<options.rings {
      others.append(
        RecordingSource.Lane(
          pipeline.addLane(minimumCapacity: options.ringCapacity, arenaBytes: arenaBytes)
        )
      )
    }
    let lateness = Histogram(lowest: 1, highest: 3_600_000_000_000, significantDigits: 3)
    let playback = PlaybackClock(options.clock)
    let thread = SourceThread(
      RecordingSource(
        events: events,
        others: others,
        options: options,
        lateness: lateness,
        playback: playback
      ),
      into: first,
      clock: options.clock
    )
    let isPaced = options.speed != .maximum
    whenStarted()
    pipeline.run(
      waiting: isPaced ? .park : .spinThenYield,
      // What a file that is broken comes to must not depend on when somebody was idle.
      now: { isPaced ? playback.now : .min },
      shouldStop: afterLook,
      progress: progress
    )
    let played = thread.join()
    // Also after an interruption: what was recorded up to there is a session, and its replay ends so.
    if played.failure == nil { pipeline.finish(after: played.source.events.end) }
    let failure = played.failure
    let source = played.source
    let dispatcher = pipeline.takeDispatcher()
    var counts: [ReplayResult<Sink>.CommandCount] = []
    for row in 0...dispatcher.table.names.count {
      let id = CommandID(rawValue: UInt16(row))
      let byStatus = OutcomeStatus.allCases.map { dispatcher.count(id, $0) }
      if row == 0 && byStatus.allSatisfy({ $0 == 0 }) { continue }
      let name = dispatcher.table.name(of: id) ?? OutcomeStatus.unknownCommand.name
      counts.append(.init(name: name, byStatus: byStatus))
    }
    let tracer = dispatcher.takeSink()
    return ReplayResult(
      digest: tracer.digest,
      sink: tracer.sink,
      counts: counts,
      lateness: lateness,
      failure: failure,
      wasInterrupted: source.wasInterrupted,
      faultWasApplied: source.faultWasApplied,
      inputCount: source.inputCount,
      unheard: source.events.unheard
    )
  }
}
