import KymoCommandLine
import KymoCore
import KymoRecording

/// `kymo replay --instances N`: other instances of the app in the same process, for state that they share.
enum ReplayInstances {
  /// `--instances N`.
  static let option = OptionSpecification(
    "instances",
    "N",
    kind: .integer(1...16),
    default: "1",
    help: "Replay through N instances of the app, one after the other; only the last is reported."
  )

  /// Lets all but the last instance replay.
  ///
  /// - Returns: their apps, which are to live as long as the last.
  /// - Throws: why there is no instance, or the recording cannot be read.
  static func replayed(
    _ options: RecordingReplayOptions,
    _ type: any App.Type,
    _ setup: AppSetup,
    _ series: SessionSeries,
    _ replay: ReplayOptions
  ) throws(CommandFailure) -> [any App] {
    var replay = replay
    replay.speed = .maximum
    replay.fault = nil
    var apps: [any App] = []
    for _ in 1..<options.instances {
      let instance = try AppInstance.make(type, setup)
      apps.append(instance.app)
      let inputs = try options.inputs(series, instance.routing)
      _ = Replay.run(inputs, table: instance.table, sink: NoSink(), options: replay) {
        pipeline,
        waiting,
        now in
        pipeline.run(waiting: waiting, now: now)
      }
    }
    return apps
  }
}
