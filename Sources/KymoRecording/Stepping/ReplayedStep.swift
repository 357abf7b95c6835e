public import KymoBridge
public import KymoCore

/// A step of a session at which a ``SteppedReplay`` stands, and everything that came of it.
public struct ReplayedStep: Sendable {
  /// The event.
  public var event: Event
  /// How it ended; its index is the number of the step.
  public var outcome: Outcome
  /// The digest of everything up to the step.
  public var digest: UInt64
  /// The number of the input, from 0; nil for an event that a handler raised.
  public var input: UInt64?
  /// The text of the request; nil for another event.
  public var message: String?
  /// How many bytes of data the event carries, if it carries any.
  public var dataBytes: Int?
  /// The text of the reply; nil if there is none.
  public var reply: String?
  /// The decoded parameters of the request, the controller first.
  public var parameters: [CallValue] = []
  /// The turns of the handlers, in the order in which they ran; empty for a command that is handled in batches.
  public var turns: [CallTurn] = []
  /// The events that its handlers raised, in the order of their times.
  public var raised: [Event] = []
  /// How many raised events wait after the step.
  public var waitingCount = 0
}
