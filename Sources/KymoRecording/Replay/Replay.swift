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
    play(events, table: table, sink: sink, options: options) { pipeline, waiting, now in
      pipeline.run(waiting: waiting, now: now, progress: progress)
    }
  }

  /// Replays `events` as ``run(_:table:sink:options:progress:)`` does, in a loop of the caller's.
  ///
  /// That loop can be made for the caller's sink alone, and can look at what it does; the reading thread is there when
  /// it begins.
  ///
  /// - Parameters:
  ///   - events: from ``SessionFile/events(_:)``.
  ///   - table: the commands.
  ///   - sink: told of every outcome with its digest, on the calling thread.
  ///   - options: speed, rings, faults.
  ///   - loop: runs the pipeline to its end, with `Pipeline.run(waiting:upTo:now:shouldStop:progress:)`, the
  ///     strategy and the time that it is given.
  /// - Returns: what it came to.
  public static func run<Sink: OutcomeSink & ~Copyable>(
    _ events: consuming SessionEvents,
    table: consuming CommandTable,
    sink: consuming Sink,
    options: ReplayOptions,
    loop: (inout Pipeline<Tracer<Sink>>, WaitStrategy, () -> Int64) -> Void
  ) -> ReplayResult<Sink> {
    play(events, table: table, sink: sink, options: options, loop)
  }

  /// How many events a ring has at least of which half can be read while the other half is dispatched.
  private static var deepCapacity: Int { 16_384 }

  /// Both; inlined, so that the usual loop is no call.
  @inline(__always) private static func play<Sink: OutcomeSink & ~Copyable>(
    _ events: consuming SessionEvents,
    table: consuming CommandTable,
    sink: consuming Sink,
    options: ReplayOptions,
    _ loop: (inout Pipeline<Tracer<Sink>>, WaitStrategy, () -> Int64) -> Void
  ) -> ReplayResult<Sink> {
    precondition((1...Sequencer.maximumQueues).contains(options.rings), "rings must be in 1...64")
    var table = table
    let calls = events.routing.calls
    table.provideDecoder { CallRequestDecoder(calls) }
    var pipeline = Pipeline(table: table, sink: Tracer(sink))
    let arenaBytes = events.arenaBytes
    let capacity = max(1, options.ringCapacity / options.rings)
    let first = pipeline.addLane(minimumCapacity: capacity, arenaBytes: arenaBytes)
    var others: [RecordingSource.Lane] = []
    for _ in 1..<options.rings {
      others.append(
        RecordingSource.Lane(
          pipeline.addLane(minimumCapacity: capacity, arenaBytes: arenaBytes)
        )
      )
    }
    let lateness = Histogram(lowest: 1, highest: 3_600_000_000_000, significantDigits: 3)
    let playback = PlaybackClock(options.clock)
    // A deep ring that is full holds work for a fraction of a millisecond: who waits for room sleeps meanwhile, and
    // leaves the core to those that compress what is recorded.
    let isDeep = capacity >= Self.deepCapacity
    let thread = SourceThread(
      RecordingSource(
        events: events,
        others: others,
        options: options,
        lateness: lateness,
        playback: playback
      ),
      into: first,
      clock: options.clock,
      waiting: isDeep ? .nap : .spinThenYield
    )
    let isPaced = options.speed != .maximum
    // What a file that is broken comes to must not depend on when somebody was idle.
    loop(&pipeline, isPaced ? .park : .spinThenYield) { isPaced ? playback.now : .min }
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
