import KymoCore
import KymoMCAP
import KymoRecording

extension SessionMaker where Sink == NoSink {
  /// Starts a recording as the options of its command say: with or without a trace, and how it is written.
  ///
  /// - Throws: `system` if the output cannot be written.
  init(
    _ output: OutputFile,
    _ app: consuming AppInstance,
    _ description: SessionDescription,
    _ arguments: ParsedArguments
  ) throws(MCAPError) {
    try self.init(
      output,
      app,
      description,
      hasTrace: !arguments.flag("no-trace"),
      options: OutputOptions.writerOptions(arguments)
    )
  }
}
