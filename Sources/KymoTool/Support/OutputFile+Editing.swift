import KymoCommandLine
import KymoRecording

extension OutputFile {
  /// Ends an output that could not be made out of others.
  ///
  /// If a source is at fault, nothing is kept: it would look like the whole.
  ///
  /// - Parameters:
  ///   - error: what is wrong.
  ///   - paths: the sources.
  ///   - interrupt: whether somebody has asked to stop.
  /// - Returns: the failure of the command.
  func refusal(
    _ error: EditingError,
    _ paths: [String],
    _ interrupt: Interrupt
  ) -> CommandFailure {
    switch error {
    case .output(let error): return CommandFailure(error, file: path)
    case .source(let number, let error):
      discard()
      return interrupt.isRequested ? .interrupted : CommandFailure(error, file: paths[number])
    }
  }
}

extension CommandFailure {
  /// Somebody has asked to stop before anything was made.
  static var interrupted: CommandFailure {
    CommandFailure("interrupted; nothing was written so far", status: .partial)
  }
}
