public import KymoRecording

/// The reason why a statement has no result.
public enum QueryError: Error, Sendable, CustomStringConvertible {
  /// The recording is at fault.
  case recording(SessionError)
  /// The statement is not good SQL: what is wrong, and at which byte of it, if that is known.
  case statement(String, offset: Int?)
  /// The statement would change something.
  case refused(String)
  /// The result or what leads to it is larger than is allowed.
  case tooLarge(String)
  /// Whoever asked wants no more.
  case interrupted

  /// One line.
  public var description: String {
    switch self {
    case .recording(let error): error.description
    case .statement(let problem, _), .refused(let problem), .tooLarge(let problem): problem
    case .interrupted: "interrupted"
    }
  }
}
