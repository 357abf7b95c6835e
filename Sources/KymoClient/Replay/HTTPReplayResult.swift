/// What came of sending a capture again.
public struct HTTPReplayResult {
  /// What became of each exchange, in the order in which they were given.
  public internal(set) var exchanges: [ReplayedExchange]
  /// What the rules about values did, and what they make of recorded replies.
  public var map: ValueMap
  /// Whether it was stopped before its end.
  public internal(set) var wasInterrupted = false
  /// How many connections of the capture were made again.
  public internal(set) var connections = 0
  /// How many more were made, as the server had closed one that went on in the capture.
  public internal(set) var reopened = 0
  /// How many connections were open at a time at most.
  public internal(set) var openAtOnce = 0
  /// How long it took, in ns.
  public internal(set) var nanoseconds: Int64 = 0
}
