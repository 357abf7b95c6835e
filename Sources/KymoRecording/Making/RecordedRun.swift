import KymoCore
public import KymoMCAP

/// A run of an app that is recorded: what its recording says before the first event, and after the last.
///
/// Whoever has a pipeline of its own, as a ``Replay`` has, begins and ends its recording with this; ``SessionMaker`` has
/// the pipeline, too.
///
///     let run = RecordedRun(app, description)
///     let result = Replay.run(events, table: app.table, sink: try run.recorder(sink))
///     _ = try result.sink.finish(run.result(result.digest))
public struct RecordedRun {
  /// The app that runs, for what it counts.
  public let app: any App
  /// The names of its commands, in the order of their ids.
  public let commands: [String]
  /// Which command the events of each channel are.
  public let routing: CommandRouting
  /// The session's description of itself.
  public let description: SessionDescription
  /// Whether outcomes are recorded, or only the events.
  public let hasTrace: Bool
  /// How the recording is written.
  public let options: SessionWriter.Options
  /// The channels that the app listens to, with the definitions that the recording has of them.
  private let channels: ChannelTable

  /// Takes what is known before the first event.
  ///
  /// - Parameters:
  ///   - instance: the app, whose table is the caller's to run.
  ///   - description: what the recording says about itself.
  ///   - file: the recording that runs again, whose definitions of channels go into the new one; nil for another
  ///     session.
  ///   - hasTrace: whether outcomes are recorded, or only the events.
  ///   - options: how the recording is written.
  public init(
    _ instance: borrowing AppInstance,
    _ description: SessionDescription,
    of file: SessionFile? = nil,
    hasTrace: Bool = true,
    options: SessionWriter.Options = SessionWriter.Options()
  ) {
    app = instance.app
    commands = instance.table.names
    routing = instance.routing
    channels = file?.describing(routing.channels) ?? routing.channels
    self.description = description
    self.hasTrace = hasTrace
    self.options = options
  }

  /// Writes the start of the recording.
  ///
  /// - Parameter sink: where the bytes go.
  /// - Returns: the sink that writes the rest, behind a ``Tracer``.
  /// - Throws: `system` if the sink fails.
  public func recorder(_ sink: any MCAPByteSink) throws(MCAPError) -> Recorder {
    Recorder(try writer(sink), hasTrace: hasTrace)
  }

  /// Writes the start of a recording into files that follow each other.
  ///
  /// - Parameters:
  ///   - sink: where the bytes of the first file go.
  ///   - rotation: when a new file is begun; it makes its writer with ``writer(_:part:)``.
  /// - Returns: the sink that writes the rest, behind a ``Tracer``.
  /// - Throws: `system` if the sink fails.
  public func recorder(
    _ sink: any MCAPByteSink,
    rotating rotation: RecorderRotation
  ) throws(MCAPError) -> Recorder {
    var recorder = Recorder(try writer(sink, part: SessionPart()), hasTrace: hasTrace)
    recorder.rotate(rotation)
    return recorder
  }

  /// Writes the start of the recording, for whoever writes the rest without a pipeline.
  ///
  /// - Parameters:
  ///   - sink: where the bytes go.
  ///   - part: its place among the files of the run; nil for a file alone.
  /// - Returns: the writer, with the start written.
  /// - Throws: `system` if the sink fails.
  public func writer(
    _ sink: any MCAPByteSink,
    part: SessionPart? = nil
  ) throws(MCAPError) -> SessionWriter {
    var description = description
    description.part = part
    return try SessionWriter(
      sink,
      description: description,
      app: type(of: app).name,
      commands: commands,
      channels: channels,
      hasTrace: hasTrace,
      options: options
    )
  }

  /// The result of the run, once its last event was dispatched: what the app counted is taken now.
  ///
  /// - Parameters:
  ///   - digest: what the tracer has.
  ///   - end: up to when the session went on after its last input, in ns; nil if it did not.
  ///   - losses: how many events were lost, and where; the recorder adds its own.
  /// - Returns: the second half of the recording's metadata.
  public func result(
    _ digest: TraceDigest,
    end: Int64? = nil,
    losses: [SessionResult.Loss] = []
  ) -> SessionResult {
    var result = SessionResult(
      app: type(of: app).name,
      commands: commands,
      channels: routing.channels,
      digest: digest,
      losses: losses
    )
    result.end = end
    result.counters = app.counters
    return result
  }
}
