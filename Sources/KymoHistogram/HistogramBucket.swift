/// One bucket of a histogram that holds at least one value.
public struct HistogramBucket: Sendable, Equatable {
  /// The smallest value that the bucket counts.
  public var lowest: Int64
  /// The largest value that the bucket counts.
  public var highest: Int64
  /// How many values it holds; at least 1.
  public var count: Int64
  /// How many values this bucket and all lower ones hold.
  public var cumulativeCount: Int64
}
