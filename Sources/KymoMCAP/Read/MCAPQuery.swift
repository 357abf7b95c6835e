/// Which messages of a file are wanted, and in which direction.
public struct MCAPQuery: Sendable {
  /// The topics, or nil for all.
  public var topics: [String]?
  /// Log times in ns, both ends included.
  public var times: ClosedRange<UInt64>
  /// Whether the latest message comes first.
  public var reversed: Bool

  /// Asks for all messages by default.
  public init(
    topics: [String]? = nil,
    times: ClosedRange<UInt64> = 0...UInt64.max,
    reversed: Bool = false
  ) {
    self.topics = topics
    self.times = times
    self.reversed = reversed
  }
}
