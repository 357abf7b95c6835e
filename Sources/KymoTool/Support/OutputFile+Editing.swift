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

  /// Ends a recording that was made out of others; of one that was stopped before its first message nothing is kept.
  ///
  /// - Parameters:
  ///   - report: what is in it.
  ///   - what: what was done, for one that was stopped, such as `merged`.
  ///   - console: where it is said that it was stopped.
  /// - Returns: where it is now.
  /// - Throws: a failure that names the file; `interrupted` if there is nothing.
  func finish(
    _ report: EditReport,
    _ what: String,
    _ console: inout Console
  ) throws(CommandFailure) -> String {
    if report.wasStopped, report.messages == 0 {
      discard()
      throw .interrupted
    }
    return try finish(
      wasInterrupted: report.wasStopped,
      having: "a whole recording of what was \(what) so far",
      &console
    )
  }
}

extension CommandFailure {
  /// Somebody has asked to stop before anything was made.
  static var interrupted: CommandFailure {
    CommandFailure("interrupted; nothing was written so far", status: .partial)
  }
}
