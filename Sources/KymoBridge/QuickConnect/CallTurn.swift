public import KymoCore

/// What one handler did with an event.
public struct CallTurn: Sendable {
  /// The stage that it serves.
  public var stage: Stage
  /// The name of its type.
  public var handler: String
  /// What it said; nil if it threw.
  public var verdict: Verdict?
  /// What it threw, or nil.
  public var error: HandlerError?
  /// What it left for later handlers.
  public var results: [CallValue]
}
