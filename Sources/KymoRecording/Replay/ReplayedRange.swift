/// The part of a session that was replayed.
public struct ReplayedRange: Sendable, Equatable {
  /// The number of its first input in the session, from 0.
  public internal(set) var firstInput: UInt64 = 0
  /// The time of its first input, in ns.
  public internal(set) var firstTime: Int64 = 0
  /// How many inputs it has, in all rounds together.
  public internal(set) var inputs: UInt64 = 0
  /// How many steps it has, in all rounds together.
  public internal(set) var steps: UInt64 = 0
  /// How many inputs were dispatched before it, so that the app has its state.
  public internal(set) var warmInputs: UInt64 = 0
  /// How many steps these came to.
  public internal(set) var warmSteps: UInt64 = 0
  /// How often it was begun.
  public internal(set) var rounds = 1
  /// How long after a round the next one begins, in ns; nil if there is one alone.
  public internal(set) var period: Int64?
  /// Whether the session goes on behind it.
  public internal(set) var isCut = false
  /// Up to when events that were raised in it may raise others, in ns; nil if none may after the last input.
  public internal(set) var end: Int64?
}
