/// How a request ended; exactly one of these is counted for every event dispatched.
@frozen public enum OutcomeStatus: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  /// All stages ran.
  case completed
  /// A validation handler said `exit`.
  case validationFailed
  /// A business handler said `exit`: the request is over, without a view and without an error.
  case exited
  /// A handler threw.
  case failed
  /// The table has no such command.
  case unknownCommand
  /// The request could not be read, or its text not be decoded.
  case malformed

  /// The name used in reports.
  public var name: String {
    switch self {
    case .completed: "completed"
    case .validationFailed: "validation failed"
    case .exited: "exited"
    case .failed: "failed"
    case .unknownCommand: "unknown command"
    case .malformed: "malformed"
    }
  }
}
