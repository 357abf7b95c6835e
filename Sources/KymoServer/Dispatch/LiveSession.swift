import KymoBridge
public import KymoCore
public import KymoMCAP
public import KymoRecording

/// A session that a server has opened: what clients send goes through an app, and into a recording if there is one.
///
///     let server = try BridgeServer(configuration, clock: clock)
///     var session = try server.openSession(StepCounter.self, into: sink)
///     session.run(clock: clock)
///     let result = try session.finish()
public struct LiveSession: ~Copyable {
  /// The pipeline, and the recording.
  public private(set) var maker: SessionMaker<ServerPort>
  private let lane: ServerLane

  init(_ maker: consuming SessionMaker<ServerPort>, _ lane: consuming ServerLane) {
    lane.attach(to: &maker.pipeline)
    self.maker = maker
    self.lane = lane
  }

  /// Dispatches what clients send until the session ends, and sleeps while there is nothing to do.
  ///
  /// - Parameter clock: that of the server.
  public mutating func run(clock: some SessionClock) { lane.run(&maker.pipeline, clock: clock) }

  /// Ends the run, so that every request has its outcome; clients are answered once the session is let go.
  ///
  /// - Returns: what it came to.
  public mutating func end() -> SessionResult { maker.end() }

  /// Lets go of everything but the recorder, which the caller finishes with what ``end()`` has given.
  ///
  /// - Returns: the recorder; nil if nothing is recorded.
  public consuming func takeRecorder() -> Recorder? { maker.takeRecorder() }

  /// Ends the run and its recording.
  ///
  /// - Returns: what it came to.
  /// - Throws: why the recording could not be written: as `Recorder.finish(_:attaching:adding:)`.
  @discardableResult
  public consuming func finish() throws(MCAPError) -> SessionResult { try maker.finish() }
}

extension BridgeServer {
  /// Opens a session of a new instance of an app: commands that come from now on are its own.
  ///
  /// - Parameters:
  ///   - type: the app that answers.
  ///   - description: what the recording says about itself; the app runs with its seed, its choices, and its rules of
  ///     calls, which are the usual ones if it has none.
  ///   - sink: where the recording goes; nil to record nothing.
  /// - Returns: the session, which is to be run.
  /// - Throws: `AppError` if the app cannot run; `MCAPError` if the sink fails.
  public func openSession(
    _ type: any App.Type,
    _ description: SessionDescription = SessionDescription(origin: "server"),
    into sink: (any MCAPByteSink)? = nil
  ) throws -> LiveSession {
    var description = description
    description.calls = description.calls ?? CallRules()
    let app = try AppInstance(type, setup: AppSetup(description))
    let run = RecordedRun(app, description)
    let info = ServerSessionInfo(app: type.name, errorName: { type.name(ofError: $0) })
    guard let sink else { return openSession(run, table: app.table, nil, info) }
    return openSession(run, table: app.table, try run.recorder(sink), info)
  }

  /// Opens a session whose recording has begun, or that is not recorded.
  ///
  /// - Parameters:
  ///   - run: the app and its session.
  ///   - table: the app's commands.
  ///   - recorder: what `RecordedRun.recorder(_:)` has given; nil to record nothing.
  ///   - info: what clients may know; why the recording has failed, and how many events it has, is added.
  /// - Returns: the session, which is to be run.
  public func openSession(
    _ run: RecordedRun,
    table: consuming CommandTable,
    _ recorder: consuming Recorder?,
    _ info: ServerSessionInfo
  ) -> LiveSession {
    var info = info
    if let health = Self.health(recorder) {
      info.recordingFailure = { health.failure?.message }
      info.recordedEvents = { health.savedMessages }
    }
    var lane = openSession(run.routing, names: run.commands, info: info)
    let maker = SessionMaker(run, table: table, recorder, telling: lane.takePort())
    return LiveSession(maker, lane)
  }

  /// Whether the writer of a recording can go on; nil if there is none, or if it has no threads of its own.
  private static func health(_ recorder: borrowing Recorder?) -> RecorderHealth? {
    switch recorder {
    case .some(let recorder): recorder.health
    case .none: nil
    }
  }
}
