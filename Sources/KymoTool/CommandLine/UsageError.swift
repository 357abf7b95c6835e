/// A command line that the specification does not allow, found before anything ran.
struct UsageError: Error, Equatable, Sendable {
  /// What is wrong, in one line.
  let message: String
  /// What was probably meant, if something is close.
  let suggestion: String?

  /// Describes a mistake, with what was probably meant.
  init(_ message: String, suggestion: String? = nil) {
    self.message = message
    self.suggestion = suggestion
  }

  /// The message, and the suggestion as a question.
  var text: String {
    guard let suggestion else { return message }
    return "\(message); did you mean '\(suggestion)'?"
  }
}
