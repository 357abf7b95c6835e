package import KymoTrials

extension CommandFailure {
  /// Takes over an error of a library of trials: the same line, with the status that its kind
  /// stands for.
  package init(_ error: TrialError) {
    if let recording = error.recording, let file = error.subject {
      self.init(recording, file: file)
      return
    }
    let status: ExitStatus =
      switch error.kind {
      case .failed, .empty: .failure
      case .stopped: .partial
      case .temporary: .temporary
      case .diverged: .diverged
      case .request: .usage
      }
    self.init(error.description, status: status)
  }

  /// Does what the library of trials does; its errors become failures of the command.
  package static func of<Result: ~Copyable>(
    _ trial: @autoclosure () throws(TrialError) -> Result
  ) throws(CommandFailure) -> Result {
    do { return try trial() } catch { throw CommandFailure(error) }
  }
}

extension TrialError {
  /// Takes over the failure of a trial's part that a command has made; the tool has a name.
  package init(_ failure: CommandFailure, tool: String) {
    let kind: Kind =
      switch failure.status {
      case .partial: .stopped
      case .temporary: .temporary
      case .diverged: .diverged
      case .usage: .request
      default: .failed
      }
    self.init(failure.message.text(tool: tool), kind: kind)
  }
}
