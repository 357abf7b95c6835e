/// Calls of an ``App`` that are worth trying, and what they are good for.
public struct AppExample: Sendable, Equatable {
  /// The calls and options as a shell takes them behind `kymo call`, such as `'call?cmd=loc'`.
  public let arguments: String
  /// One line for the help.
  public let explanation: String

  /// Shows `arguments` and explains them in one line.
  public init(_ arguments: String, _ explanation: String) {
    self.arguments = arguments
    self.explanation = explanation
  }
}
