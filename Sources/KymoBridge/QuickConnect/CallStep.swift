public import KymoCore

/// One event that went through a ``CallPort``, and everything that came of it.
public struct CallStep: Sendable {
  /// The event: a call, or what was dispatched or raised beside the calls.
  public var event: Event
  /// How it ended.
  public var outcome: Outcome
  /// The name of the command; nil if the map has none such.
  public var command: String?
  /// The decoded parameters of the call, the controller first; empty if it could not be decoded, and for an
  /// event that is no call.
  public var parameters: [CallValue]
  /// The turns of the handlers, in the order in which they ran.
  public var turns: [CallTurn]
  /// The text of the reply; nil if there was none.
  public var reply: String?
}
