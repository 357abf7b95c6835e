/// The one line with which a subcommand gives up.
///
/// It names what failed, what went wrong and, where there is one, the remedy. The tool puts its own
/// name and the subcommand's in front: `kymo replay: walk.mcap: no such file (check the path)`.
package struct CommandFailure: Error, Equatable, Sendable {
  /// The problem, without the leading `kymo <command>:`.
  package let message: ToolText
  /// The status to exit with.
  package let status: ExitStatus

  /// Fails with a message of its own.
  package init(_ message: ToolText, status: ExitStatus = .failure) {
    self.message = message
    self.status = status
  }

  /// Fails with a message that somebody else wrote.
  @_disfavoredOverload
  package init(_ message: String, status: ExitStatus = .failure) {
    self.init(ToolText(message), status: status)
  }

  /// Fails over a file, with a remedy where there is one.
  package init(
    file: String,
    _ problem: String,
    remedy: ToolText? = nil,
    status: ExitStatus = .failure
  ) {
    guard let remedy else {
      self.init("\(file): \(problem)", status: status)
      return
    }
    self.init("\(file): \(problem) (\(remedy))", status: status)
  }

  /// The command line asks for things that do not go together; points to the help.
  ///
  /// For what a specification cannot say: "--verify needs a recording with a trace".
  package static func usage(_ message: String) -> CommandFailure {
    CommandFailure(ToolText(message), status: .usage)
  }
}
