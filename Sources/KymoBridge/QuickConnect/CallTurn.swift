public import KymoCore

/// The turn of one handler with an event.
public struct CallTurn: Sendable {
  /// The stage that it serves.
  public var stage: Stage
  /// The name of its type; of a closure, that of its place, such as `trip, view`.
  public var handler: String
  /// Its verdict; nil if it threw.
  public var verdict: Verdict?
  /// Its error, or nil.
  public var error: HandlerError?
  /// The results that it left for later handlers.
  public var results: [CallValue]
}
