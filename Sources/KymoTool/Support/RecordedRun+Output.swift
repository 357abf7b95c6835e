import KymoCommandLine
import KymoCore
import KymoRecording

extension RecordedRun {
  /// Writes the start of the recording into an output, if there is one.
  ///
  /// - Returns: the sink that writes the rest; none without an output.
  /// - Throws: a failure that names the output.
  func recorder(in output: OutputFile?) throws(CommandFailure) -> OptionalSink<Recorder> {
    guard let output else { return .none }
    do { return OptionalSink(try recorder(output)) } catch {
      throw CommandFailure(error, file: output.path)
    }
  }
}
