public import KymoCore

/// How a call ended.
public struct CallAnswer: Sendable {
  /// How.
  public internal(set) var status = OutcomeStatus.unknownCommand
  /// The error, if the call is malformed or a handler threw.
  public internal(set) var error: HandlerError?
  /// The text of the reply; nil if there was none.
  public internal(set) var reply: String?
}
