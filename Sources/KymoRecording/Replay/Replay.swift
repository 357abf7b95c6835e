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
    play(ReplayInputs(events), table: table, sink: sink, options: options, { _, _ in }) {
      pipeline,
      waiting,
      now in
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
    play(ReplayInputs(events), table: table, sink: sink, options: options, { _, _ in }, loop)
  }

  /// Replays inputs as ``run(_:table:sink:options:progress:)`` does, in a loop of the caller's.
  ///
  /// That loop can be made for the caller's sink alone, and can look at what it does; the reading thread is there when
  /// it begins. It runs once for each part of the replay: to warm the app up, for the first round, and for the others.
  ///
  /// - Parameters:
  ///   - inputs: all of a session, or a part of it.
  ///   - table: the commands.
  ///   - sink: told of every outcome with its digest, on the calling thread.
  ///   - options: speed, rings, faults; with a part of a session ``partialRings`` rings at most.
  ///   - mark: told of the moments between the parts, unless all of a session is replayed once.
  ///   - loop: runs the pipeline to its end, with `Pipeline.run(waiting:upTo:now:shouldStop:progress:)`, the
  ///     strategy and the time that it is given.
  /// - Returns: what it came to.
  public static func run<Sink: OutcomeSink & ~Copyable>(
    _ inputs: consuming ReplayInputs,
    table: consuming CommandTable,
    sink: consuming Sink,
    options: ReplayOptions,
    mark: (ReplayMark, inout Sink) -> Void = { _, _ in },
    loop: (inout Pipeline<Tracer<Sink>>, WaitStrategy, () -> Int64) -> Void
  ) -> ReplayResult<Sink> {
    play(inputs, table: table, sink: sink, options: options, mark, loop)
  }

  /// How many rings the replay of a part of a session has at most: each of its parts has its own.
  public static var partialRings: Int { 20 }

  /// How many events a ring has at least of which half can be read while the other half is dispatched.
  private static var deepCapacity: Int { 16_384 }

  /// Both; inlined, so that the usual loop is no call.
  @inline(__always) private static func play<Sink: OutcomeSink & ~Copyable>(
    _ inputs: consuming ReplayInputs,
    table: consuming CommandTable,
    sink: consuming Sink,
    options: ReplayOptions,
    _ mark: (ReplayMark, inout Sink) -> Void,
    _ loop: (inout Pipeline<Tracer<Sink>>, WaitStrategy, () -> Int64) -> Void
  ) -> ReplayResult<Sink> {
    let isWhole = inputs.scope.isWhole
    precondition(
      (1...(isWhole ? Sequencer.maximumQueues : partialRings)).contains(options.rings),
      "rings must be in 1...64, and of a part of a session in 1...20"
    )
    var table = table
    let calls = inputs.events.routing.calls
    table.provideDecoder { CallRequestDecoder(calls) }
    var pipeline = Pipeline(table: table, sink: Tracer(sink))
    let lateness = Histogram(lowest: 1, highest: 3_600_000_000_000, significantDigits: 3)
    let playback = PlaybackClock(options.clock)
    let capacity = max(1, options.ringCapacity / options.rings)
    // A deep ring that is full holds work for a fraction of a millisecond: who waits for room sleeps meanwhile, and
    // leaves the core to those that compress what is recorded.
    let isDeep = capacity >= Self.deepCapacity
    let clock = MonotonicClock()
    var before: [[UInt64]] = []
    let parts = inputs.parts
    var source = RecordingSource(
      inputs: inputs,
      options: options,
      lateness: lateness,
      playback: playback
    )
    var failure: SessionError?
    var start = clock.now
    for part in parts {
      do throws(SessionError) { try source.begin(part) } catch {
        failure = error
        break
      }
      if !isWhole {
        enter(part, &source, &pipeline, mark)
        if part == .firstRound {
          before = counts(pipeline.dispatcher)
          start = clock.now
        }
      }
      let first = addLanes(
        to: &pipeline,
        of: &source,
        capacity,
        part == .warmUp ? 1 : options.rings
      )
      let thread = SourceThread(
        source,
        into: first,
        clock: options.clock,
        waiting: isDeep ? .nap : .spinThenYield
      )
      let isPaced = options.speed != .maximum && part != .warmUp
      // What a file that is broken comes to must not depend on when somebody was idle.
      loop(&pipeline, isPaced ? .park : .spinThenYield) { isPaced ? playback.now : .min }
      let played = thread.join()
      failure = played.failure
      source = played.source
      if failure != nil || source.wasInterrupted { break }
    }
    if failure == nil { failure = finish(&pipeline, &source, mark) }
    let nanoseconds = clock.now - start
    return result(pipeline, source, lateness, failure, (before, nanoseconds))
  }

  /// Adds the lanes of a part.
  ///
  /// - Returns: the source's end of the first; it has the others.
  private static func addLanes<Sink: OutcomeSink & ~Copyable>(
    to pipeline: inout Pipeline<Sink>,
    of source: inout RecordingSource,
    _ capacity: Int,
    _ count: Int
  ) -> EventQueue.Producer {
    let arenaBytes = source.inputs.events.arenaBytes
    let first = pipeline.addLane(minimumCapacity: capacity, arenaBytes: arenaBytes)
    for _ in 1..<count {
      source.others.append(
        RecordingSource.Lane(pipeline.addLane(minimumCapacity: capacity, arenaBytes: arenaBytes))
      )
    }
    return first
  }

  /// Enters a part of the replay of a range.
  private static func enter<Sink: OutcomeSink & ~Copyable>(
    _ part: ReplayInputs.Part,
    _ source: inout RecordingSource,
    _ pipeline: inout Pipeline<Tracer<Sink>>,
    _ mark: (ReplayMark, inout Sink) -> Void
  ) {
    let range = source.inputs.range
    switch part {
    case .warmUp: break
    case .firstRound:
      // What is raised for a time before the range happens before it.
      pipeline.dispatcher.advance(to: range.firstTime)
      source.inputs.range.warmSteps = pipeline.dispatchedCount
      mark(.rangeBegins, &pipeline.dispatcher.sink.sink)
    case .otherRounds:
      let period = range.period ?? 0
      let next = source.inputs.start + period
      mark(.firstRoundEnded(next: next, period: period), &pipeline.dispatcher.sink.sink)
    }
  }

  /// Ends the session: nothing can be raised any more.
  ///
  /// Also after an interruption: what was recorded up to there is a session, and its replay ends so.
  ///
  /// - Returns: why the file could not be read to the end of the range, or nil.
  private static func finish<Sink: OutcomeSink & ~Copyable>(
    _ pipeline: inout Pipeline<Tracer<Sink>>,
    _ source: inout RecordingSource,
    _ mark: (ReplayMark, inout Sink) -> Void
  ) -> SessionError? {
    if source.wasInterrupted, !source.inputs.scope.isWhole {
      pipeline.finish()
      return nil
    }
    do throws(SessionError) { try source.inputs.close() } catch { return error }
    let end = source.inputs.range.end
    if source.inputs.scope.isWhole {
      pipeline.finish(after: end)
      return nil
    }
    if let end { pipeline.dispatcher.advance(to: end) }
    let isCut = source.inputs.range.isCut
    mark(.rangeEnded(isCut: isCut), &pipeline.dispatcher.sink.sink)
    pipeline.finish()
    return nil
  }

  /// How many events of each command ended in which way so far.
  private static func counts<Sink: OutcomeSink & ~Copyable>(
    _ dispatcher: borrowing Dispatcher<Sink>
  ) -> [[UInt64]] {
    (0...dispatcher.table.names.count).map { row in
      let id = CommandID(rawValue: UInt16(row))
      return OutcomeStatus.allCases.map { dispatcher.count(id, $0) }
    }
  }

  private static func result<Sink: OutcomeSink & ~Copyable>(
    _ pipeline: consuming Pipeline<Tracer<Sink>>,
    _ source: consuming RecordingSource,
    _ lateness: Histogram,
    _ failure: SessionError?,
    _ measured: (before: [[UInt64]], nanoseconds: Int64)
  ) -> ReplayResult<Sink> {
    let dispatcher = pipeline.takeDispatcher()
    var counts: [ReplayResult<Sink>.CommandCount] = []
    for (row, all) in Self.counts(dispatcher).enumerated() {
      let byStatus =
        measured.before.isEmpty ? all : zip(all, measured.before[row]).map { $0 - $1 }
      if row == 0 && byStatus.allSatisfy({ $0 == 0 }) { continue }
      let id = CommandID(rawValue: UInt16(row))
      let name = dispatcher.table.name(of: id) ?? OutcomeStatus.unknownCommand.name
      counts.append(.init(name: name, byStatus: byStatus))
    }
    var range = source.inputs.range
    let isWhole = source.inputs.scope.isWhole
    range.steps = dispatcher.dispatchedCount - range.warmSteps
    let tracer = dispatcher.takeSink()
    return ReplayResult(
      digest: tracer.digest,
      sink: tracer.sink,
      counts: counts,
      lateness: lateness,
      nanoseconds: measured.nanoseconds,
      range: isWhole ? nil : range,
      end: range.end,
      failure: failure,
      wasInterrupted: source.wasInterrupted,
      faultWasApplied: source.faultWasApplied,
      inputCount: source.inputCount - range.warmInputs,
      unheard: source.inputs.events.unheard
    )
  }
}
