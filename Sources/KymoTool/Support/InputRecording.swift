import KymoCore
import KymoMCAP
import KymoRecording

/// Writes a recording of inputs that are in memory, running them through an app on the way, so that it carries its
/// own trace and digest.
struct InputRecording {
  /// The app that they run through.
  var app: any App.Type
  /// What its run is about; what a replay of the recording makes of it must be the same.
  var setup: AppSetup
  /// What the recording says about itself.
  var description: SessionDescription
  var hasTrace: Bool
  var options: SessionWriter.Options
  /// Up to when raised events may raise others after the last input, in ns; nil for not at all.
  var end: Int64?

  /// Writes inputs in the order of the contract, numbered within each source.
  ///
  /// - Throws: a failure that names the output, or why the app cannot run.
  func write(
    _ inputs: [SessionInput],
    to output: OutputFile
  ) throws(CommandFailure) -> SessionResult {
    let longest = inputs.map(\.text.count).max() ?? 0
    return try write(arenaBytes: 2 * longest, to: output) { EventListSource(inputs, $0) }
  }

  /// Writes the events of a source, for the commands of the app.
  ///
  /// - Parameters:
  ///   - arenaBytes: how many bytes a ring must have room for.
  ///   - output: where.
  ///   - source: makes the source.
  /// - Returns: what the run came to.
  /// - Throws: as ``write(_:to:)``.
  func write(
    arenaBytes: Int,
    to output: OutputFile,
    _ source: (CommandRouting) -> EventListSource
  ) throws(CommandFailure) -> SessionResult {
    let made = try AppInstance.make(app, setup)
    let (name, names, instance) = (made.name, made.table.names, made.app)
    let routing = made.routing
    do {
      let writer = try SessionWriter(
        output,
        description: description,
        app: name,
        commands: names,
        channels: routing.channels,
        hasTrace: hasTrace,
        options: options
      )
      var source = source(routing)
      var pipeline = Pipeline(table: made.table, sink: Tracer(Recorder(writer, hasTrace: hasTrace)))
      var producer = pipeline.addLane(
        minimumCapacity: EventListSource.blockLength,
        arenaBytes: arenaBytes
      )
      _ = pipeline.play(&source, into: &producer)
      pipeline.finish(after: end)
      let tracer = pipeline.takeSink()
      var result = SessionResult(
        app: name,
        commands: names,
        channels: routing.channels,
        digest: tracer.digest
      )
      result.counters = instance.counters
      result.end = end
      _ = try tracer.sink.finish(result)
      return result
    } catch { throw CommandFailure(error, file: output.path) }
  }
}
