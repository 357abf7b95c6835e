/// A command line worth copying, and what it is good for.
package struct CommandExample: Sendable {
  /// The full command line, starting with `kymo`; in the help with the name of the tool.
  package let command: String
  /// One line that says what the command line does.
  package let explanation: String

  /// Shows `command` and explains it in one line.
  package init(_ command: String, _ explanation: String) {
    self.command = command
    self.explanation = explanation
  }

  /// The command line as it is typed with a tool of another name.
  package func command(of tool: String) -> String {
    let start = "kymo "
    return command.hasPrefix(start) ? "\(tool) " + command.dropFirst(start.count) : command
  }
}
