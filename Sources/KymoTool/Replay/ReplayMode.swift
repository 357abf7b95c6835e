import KymoCapture
import KymoCommandLine

/// The task that `kymo replay` was given: one thing, with the options that have an effect in it.
///
/// A command line with an option that has none, or that lacks what another one needs, is refused here, before anything is
/// replayed.
enum ReplayMode {
  /// A recording goes through the pipeline.
  case recording(RecordingReplayOptions)
  /// The requests of a capture are dispatched.
  case capture(CaptureReplayOptions)

  /// Reads a command line; what the file is decides.
  ///
  /// - Throws: a usage error that names the option.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    self =
      CaptureFile.magic(of: arguments.positional("recording")) != nil
      ? .capture(try CaptureReplayOptions(arguments))
      : .recording(try RecordingReplayOptions(arguments))
  }
}
