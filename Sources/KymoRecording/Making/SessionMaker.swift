import KymoBridge
public import KymoCore
public import KymoMCAP

/// Makes a recording: events in, through an app, and a file out that carries its own trace and digest.
///
///     var maker = try SessionMaker(sink, app, description)
///     for event in events { maker.append(event) }
///     let result = try maker.finish()
///
/// Whoever has events gives them with ``append(_:)`` or ``play(_:arenaBytes:clock:shouldStop:)``, or adds lanes to the
/// ``pipeline`` and runs that: a live one of a server, say. A sink beside the recorder is told of every outcome, too.
@frozen public struct SessionMaker<Sink: OutcomeSink & ~Copyable>: ~Copyable {
  /// The recorder, and who is told beside it.
  public typealias Sinks = PairSink<OptionalSink<Recorder>, Sink>

  /// The pipeline that the events go through.
  public var pipeline: Pipeline<Tracer<Sinks>>
  /// The texts that the recording has at its start and its end.
  public let run: RecordedRun
  /// The way in of ``append(_:)``, once there was one.
  @usableFromInline var lane: EventQueue.Producer?
  /// How many events of each source were appended.
  @usableFromInline var counts: [256 of UInt64] = .init(repeating: 0)

  /// How many events are dispatched at once, at most.
  public static var blockLength: Int { 1024 }

  /// Goes on where a recording has begun.
  ///
  /// - Parameters:
  ///   - run: the app and its session.
  ///   - table: the app's commands.
  ///   - recorder: what ``RecordedRun/recorder(_:)`` has given; nil to record nothing.
  ///   - sink: told of every outcome after the recorder.
  @inlinable public init(
    _ run: RecordedRun,
    table: consuming CommandTable,
    _ recorder: consuming Recorder?,
    telling sink: consuming Sink
  ) {
    self.run = run
    pipeline = Pipeline(table: table, sink: Tracer(PairSink(OptionalSink(recorder), sink)))
  }

  /// Whether the disk has failed, so that going on is in vain.
  public var hasFailed: Bool {
    switch pipeline.dispatcher.sink.sink.first.sink {
    case .some(let recorder): recorder.hasFailed
    case .none: false
    }
  }

  // MARK: Events in

  /// Adds an event without a text; its command and its sequence are set here.
  ///
  /// - Precondition: it does not precede the one before, and nothing was played.
  @inlinable public mutating func append(_ event: Event) {
    var event = event
    event.command = run.routing.command(of: event.source)
    let source = Int(event.source.rawValue)
    event.sequence = UInt32(truncatingIfNeeded: counts[source])
    counts[source] += 1
    if lane == nil { lane = pipeline.addLane(minimumCapacity: Self.blockLength) }
    if lane?.hasRoom() == false { pipeline.drain() }
    let result = lane?.push(event)
    precondition(result == .pushed, "events must come in order")
  }

  /// Makes room for the messages of ``append(_:message:)``.
  ///
  /// - Parameter length: how many bytes the longest may have.
  /// - Precondition: nothing was added so far.
  public mutating func reserve(messageBytes length: Int) {
    precondition(lane == nil, "room is made before the first event")
    lane = pipeline.addLane(minimumCapacity: Self.blockLength, arenaBytes: 2 * length)
  }

  /// Adds an event with its message; its sequence is set here, and its command, which a request names itself.
  ///
  /// - Precondition: as for ``append(_:)``, and ``reserve(messageBytes:)`` has made room.
  public mutating func append(_ event: Event, message: RawSpan) {
    var event = event
    event.command = run.routing.command(of: event.source)
    // What is refused is no command, whatever its text says.
    if event.kind == .message, event.command == .unknown, event.payload.reference.refusal == nil {
      var router = CallRouter(run.routing.names, rules: run.routing.calls)
      event.command = router.command(of: message)
    }
    let source = Int(event.source.rawValue)
    event.sequence = UInt32(truncatingIfNeeded: counts[source])
    counts[source] += 1
    if lane?.hasRoom(forMessageOf: message.byteCount) == false { pipeline.drain() }
    let result = lane?.push(event, message: message)
    precondition(result == .pushed, "events must come in order, and room must be made for messages")
  }

  /// How many events of a source were appended.
  public func count(of source: SourceID) -> UInt64 { counts[Int(source.rawValue)] }

  /// Adds the events of a source, to its end.
  ///
  /// - Parameters:
  ///   - source: its events are numbered, and have the commands of the app.
  ///   - arenaBytes: room for their texts: twice the longest.
  ///   - clock: what the source waits on; by default one on which no wait takes any time.
  ///   - shouldStop: asked after every step of the source.
  /// - Returns: whether it came to its end.
  /// - Throws: what the source throws; what came before it is recorded.
  @inlinable @discardableResult
  public mutating func play<Source: EventSource & ~Copyable>(
    _ source: inout Source,
    arenaBytes: Int = 0,
    clock: any NanosecondClock = VirtualClock(),
    shouldStop: () -> Bool = { false }
  ) throws(Source.Failure) -> Pipeline<Tracer<Sinks>>.End {
    var producer = pipeline.addLane(
      minimumCapacity: EventListSource.blockLength,
      arenaBytes: arenaBytes
    )
    return try pipeline.play(&source, into: &producer, clock: clock, shouldStop: shouldStop)
  }

  /// Adds inputs that are in memory, in the order of the contract and numbered within each source, whatever the order
  /// in which they stand.
  ///
  /// - Parameters:
  ///   - inputs: with their texts.
  ///   - shouldStop: asked some times a second.
  /// - Returns: whether all of them were added.
  /// - Complexity: O(n log n).
  @inlinable @discardableResult
  public mutating func play(
    _ inputs: [SessionInput],
    shouldStop: () -> Bool = { false }
  ) -> Pipeline<Tracer<Sinks>>.End {
    var source = EventListSource(inputs, run.routing)
    let longest = inputs.map(\.text.count).max() ?? 0
    return play(&source, arenaBytes: 2 * longest, shouldStop: shouldStop)
  }

  // MARK: A recording out

  /// Ends the run: nothing can be added any more, and what was raised and still waits is dispatched, each at its time.
  ///
  /// - Parameters:
  ///   - end: raised events before this time, in ns, may still raise others; that of the pipeline if it is live.
  ///   - losses: how many events were lost, and where; the recorder adds its own.
  /// - Returns: what the run came to.
  @inlinable public mutating func end(
    after end: Int64? = nil,
    losses: [SessionResult.Loss] = []
  ) -> SessionResult {
    if lane != nil {
      lane?.finish()
      pipeline.drain()
    }
    let end = end ?? pipeline.end
    pipeline.finish(after: end)
    return run.result(pipeline.dispatcher.sink.digest, end: end, losses: losses)
  }

  /// Lets go of everything but the recorder, which the caller finishes with what ``end(after:losses:)`` has given.
  ///
  /// - Returns: the recorder; nil if nothing is recorded.
  public consuming func takeRecorder() -> Recorder? {
    var sinks = pipeline.takeSink().sink
    return sinks.first.take()
  }

  /// Lets go of everything but the sink beside the recorder, of a run that is ended and of which nothing is recorded.
  public consuming func takeSink() -> Sink { pipeline.takeSink().sink.second }

  /// Ends the run and its recording.
  ///
  /// - Parameters:
  ///   - end: raised events before this time, in ns, may still raise others; that of the pipeline if it is live.
  ///   - losses: how many events were lost, and where; the recorder adds its own.
  ///   - attachments: files that travel with the recording.
  ///   - records: further metadata, under names that are not the session's own.
  /// - Returns: what the run came to.
  /// - Throws: why the recording could not be written: as `Recorder.finish(_:attaching:adding:)`.
  @discardableResult
  public consuming func finish(
    after end: Int64? = nil,
    losses: [SessionResult.Loss] = [],
    attaching attachments: [MCAPAttachment] = [],
    adding records: [MCAPMetadata] = []
  ) throws(MCAPError) -> SessionResult {
    let result = self.end(after: end, losses: losses)
    _ = try takeRecorder()?.finish(result, attaching: attachments, adding: records)
    return result
  }
}

extension SessionMaker where Sink == NoSink {
  /// Starts a recording.
  ///
  /// - Parameters:
  ///   - file: where its bytes go.
  ///   - app: what the events go through.
  ///   - description: what the recording says about itself.
  ///   - hasTrace: whether outcomes are recorded, or only the events.
  ///   - options: how the recording is written.
  /// - Throws: `system` if the file cannot be written.
  public init(
    _ file: any MCAPByteSink,
    _ app: consuming AppInstance,
    _ description: SessionDescription,
    hasTrace: Bool = true,
    options: SessionWriter.Options = SessionWriter.Options()
  ) throws(MCAPError) {
    let run = RecordedRun(app, description, hasTrace: hasTrace, options: options)
    self.init(run, table: app.table, try run.recorder(file), telling: NoSink())
  }
}
