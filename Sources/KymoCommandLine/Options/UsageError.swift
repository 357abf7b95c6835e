/// A command line that the specification does not allow, found before anything ran.
package struct UsageError: Error, Equatable, Sendable {
  /// The problem, in one line.
  package let message: String
  /// The word that was probably meant, if something is close.
  package let suggestion: String?

  /// The command whose help says more, if it is another one.
  package let command: String?

  /// Describes a mistake, with what was probably meant, and where more is said.
  package init(_ message: String, suggestion: String? = nil, command: String? = nil) {
    self.message = message
    self.suggestion = suggestion
    self.command = command
  }

  /// The message, and the suggestion as a question.
  package var text: String {
    guard let suggestion else { return message }
    return "\(message); did you mean '\(suggestion)'?"
  }
}
