import KymoCommandLine
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

  /// Records what `feed` adds, by the app that the options name.
  ///
  /// - Parameters:
  ///   - description: the session's description of itself.
  ///   - arguments: the options.
  ///   - output: where it is written.
  ///   - records: metadata of others.
  ///   - feed: adds the events.
  /// - Returns: what became of them.
  /// - Throws: why there is no such app, or why the output cannot be written.
  static func record(
    _ description: SessionDescription,
    _ arguments: ParsedArguments,
    to output: OutputFile,
    adding records: [MCAPMetadata] = [],
    _ feed: (inout Self) -> Void
  ) throws(CommandFailure) -> SessionResult {
    let app = try AppInstance.make(arguments.app, AppSetup(description))
    do throws(MCAPError) {
      var maker = try Self(output, app, description, arguments)
      feed(&maker)
      return try maker.finish(adding: records)
    } catch { throw CommandFailure(error, file: output.path) }
  }
}
