/// A command line worth copying, and what it is good for.
struct CommandExample: Sendable {
  /// The full command line, starting with `kymo`.
  let command: String
  /// One line that says what the command line does.
  let explanation: String

  /// Shows `command` and explains it in one line.
  init(_ command: String, _ explanation: String) {
    self.command = command
    self.explanation = explanation
  }
}
